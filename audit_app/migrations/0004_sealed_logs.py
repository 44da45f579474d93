from django.db import migrations, models

SEAL_CLOSED = """
UPDATE audit_app_labelchain AS chain SET is_sealed = true
FROM audit_app_audit AS audit WHERE audit.id = chain.audit_id AND audit.status = 'closed'
"""


class Migration(migrations.Migration):
    dependencies = [("audit_app", "0003_rubric_of_the_judge")]

    operations = [
        migrations.AddField(
            model_name="labelchain",
            name="is_sealed",
            field=models.BooleanField(
                default=False,
                help_text="Closed: nothing is appended any more, not even what was on its way.",
            ),
        ),
        migrations.RunSQL(SEAL_CLOSED, migrations.RunSQL.noop),
    ]
