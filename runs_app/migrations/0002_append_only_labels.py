"""Judge labels are appended, never edited: the database itself refuses an UPDATE."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION runs_app_refuse_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'Rows of % are append-only.', TG_TABLE_NAME;
END $$;
CREATE TRIGGER judge_label_is_append_only BEFORE UPDATE ON runs_app_judgelabel
FOR EACH ROW EXECUTE FUNCTION runs_app_refuse_update();
"""
BACKWARD = """
DROP TRIGGER judge_label_is_append_only ON runs_app_judgelabel;
DROP FUNCTION runs_app_refuse_update();
"""


class Migration(migrations.Migration):
    dependencies = [("runs_app", "0001_initial")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
