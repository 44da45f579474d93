"""An audit knows the rubric of the verdicts that it looked at."""

from django.db import migrations, models

RUBRIC_OF_DRAWN_ANSWERS = """
UPDATE audit_app_audit AS audit SET judge_rubric = found.rubric FROM (
    SELECT audit_id, min(rubric) AS rubric FROM (
        SELECT DISTINCT ON (item.audit_id, label.episode_id) item.audit_id, label.rubric
        FROM audit_app_item AS item
        JOIN audit_app_audit AS of ON of.id = item.audit_id
        JOIN audit_app_provenance AS behind ON behind.item_id = item.id AND behind.known = ''
        JOIN runs_app_judgelabel AS label ON label.episode_id = behind.episode_id
            AND label.judge = of.judge AND label.origin = 'site'
            AND label.created_at <= of.created_at
        ORDER BY item.audit_id, label.episode_id, label.created_at DESC, label.id DESC
    ) AS latest GROUP BY audit_id HAVING count(DISTINCT rubric) = 1
) AS found WHERE audit.id = found.audit_id AND audit.kind = 'answers'
"""
"""Of audits that were opened before: their drawn answers' latest verdicts by then, if of one."""


class Migration(migrations.Migration):
    dependencies = [("audit_app", "0002_append_only_labels"), ("runs_app", "0001_initial")]
    operations = [
        migrations.AddField(
            model_name="audit",
            name="judge_rubric",
            field=models.CharField(
                blank=True,
                help_text="Of the verdicts in the frame; blank: not known.",
                max_length=100,
            ),
        ),
        migrations.RunSQL(RUBRIC_OF_DRAWN_ANSWERS, migrations.RunSQL.noop),
    ]
