"""Candidate and frozen descriptions: the database itself refuses to change them."""

import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


FORWARD = """
CREATE FUNCTION runs_app_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'Rows of % are immutable: % refused.', TG_TABLE_NAME, TG_OP;
END $$;
CREATE TRIGGER candidate_is_immutable BEFORE UPDATE ON runs_app_candidate
FOR EACH ROW EXECUTE FUNCTION runs_app_refuse_update();
CREATE TRIGGER frozen_description_is_immutable
BEFORE UPDATE OR DELETE ON runs_app_frozendescription
FOR EACH ROW EXECUTE FUNCTION runs_app_refuse_change();
"""
BACKWARD = """
DROP TRIGGER frozen_description_is_immutable ON runs_app_frozendescription;
DROP TRIGGER candidate_is_immutable ON runs_app_candidate;
DROP FUNCTION runs_app_refuse_change();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('runs_app', '0005_result_tables'),
        ("tasks_app", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Candidate',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('task_id', models.CharField(max_length=100)),
                ('source', models.CharField(help_text='A model x CLI pair.', max_length=420)),
                ('text', models.TextField()),
                ('digest', models.CharField(help_text='SHA-256 of the text.', max_length=64)),
                ('origin', models.CharField(choices=[('upload', 'Upload'), ('extractive', 'Extractive')], max_length=20)),
                ('label', models.CharField(blank=True, help_text='How it was made.', max_length=200)),
                ('gate_version', models.CharField(max_length=20)),
                ('findings', models.JSONField(default=list)),
                ('passes_public', models.BooleanField()),
                ('accepted', models.BooleanField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('bundle', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tasks_app.bundle')),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-created_at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='FrozenDescription',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('task_id', models.CharField(max_length=100)),
                ('source', models.CharField(max_length=420)),
                ('text', models.TextField()),
                ('reason', models.TextField(help_text='Why this one, in a sentence.')),
                ('evidence', models.JSONField(help_text='What was compared: rewards, costs, episodes.')),
                ('frozen_at', models.DateTimeField(auto_now_add=True)),
                ('bundle', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tasks_app.bundle')),
                ('candidate', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='frozen', to='runs_app.candidate')),
                ('frozen_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['bundle', 'task_id', 'source'],
            },
        ),
        migrations.AddConstraint(
            model_name='candidate',
            constraint=models.UniqueConstraint(fields=('bundle', 'task_id', 'source', 'digest'), name='one_candidate_per_text'),
        ),
        migrations.AddConstraint(
            model_name='frozendescription',
            constraint=models.UniqueConstraint(fields=('bundle', 'task_id', 'source'), name='one_frozen_text_per_source'),
        ),
        migrations.RunSQL(FORWARD, BACKWARD),
    ]
