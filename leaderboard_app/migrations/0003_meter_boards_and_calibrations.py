import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

VIEW = ["snapshot", "kind", "track", "budget_label", "task_set", "condition"]


class Migration(migrations.Migration):
    dependencies = [
        ("leaderboard_app", "0002_publications_are_immutable"),
        ("tasks_app", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Calibration",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveIntegerField(help_text="From 1, within the bundle.")),
                ("payload", models.JSONField()),
                ("digest", models.CharField(max_length=64)),
                ("pricing", models.CharField(help_text="reported or book", max_length=10)),
                ("book_version", models.PositiveIntegerField(null=True)),
                ("book_digest", models.CharField(blank=True, max_length=64)),
                ("reference", models.JSONField(help_text="The runs that it rests on.")),
                ("parameters", models.JSONField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "bundle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tasks_app.bundle",
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"ordering": ["bundle", "-version"]},
        ),
        migrations.AddConstraint(
            model_name="calibration",
            constraint=models.UniqueConstraint(
                fields=("bundle", "version"), name="one_calibration_per_version"
            ),
        ),
        migrations.AddField(
            model_name="board",
            name="task_set",
            field=models.CharField(blank=True, default="", max_length=10),
        ),
        migrations.AddField(
            model_name="board",
            name="condition",
            field=models.CharField(blank=True, default="", max_length=200),
        ),
        migrations.RemoveConstraint(model_name="board", name="one_board_per_view"),
        migrations.AddConstraint(
            model_name="board",
            constraint=models.UniqueConstraint(fields=VIEW, name="one_board_per_view"),
        ),
        migrations.RunSQL(
            "CREATE TRIGGER calibration_is_immutable BEFORE UPDATE OR DELETE"
            " ON leaderboard_app_calibration"
            " FOR EACH ROW EXECUTE FUNCTION leaderboard_app_refuse_change();",
            "DROP TRIGGER calibration_is_immutable ON leaderboard_app_calibration;",
        ),
    ]
