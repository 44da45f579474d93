"""Runs under a description and a repeat; episodes whose number of steps may be unknown."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("runs_app", "0002_append_only_labels")]
    operations = [
        migrations.AddField(
            model_name="run",
            name="description",
            field=models.CharField(
                blank=True,
                default="",
                help_text="The wording of the tasks (meter).",
                max_length=420,
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="run",
            name="repeat",
            field=models.PositiveIntegerField(default=1, help_text="From 1."),
        ),
        migrations.AlterField(
            model_name="run",
            name="budget_label",
            field=models.CharField(blank=True, max_length=10),
        ),
        migrations.AlterField(
            model_name="run",
            name="judge",
            field=models.CharField(
                blank=True, help_text="The judge whose labels score this run.", max_length=100
            ),
        ),
        migrations.AlterField(
            model_name="episode",
            name="family",
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AlterField(
            model_name="episode",
            name="step_count",
            field=models.PositiveIntegerField(default=0, null=True),
        ),
        migrations.AddField(
            model_name="episode",
            name="seconds",
            field=models.FloatField(
                help_text="Wall time of a meter episode.", null=True
            ),
        ),
        migrations.AddIndex(
            model_name="run",
            index=models.Index(
                fields=["bundle", "description", "repeat", "status"], name="runs_by_description"
            ),
        ),
    ]
