"""Bundles and tasks never change: the database refuses, whoever asks."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION tasks_app_refuse_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a published bundle never changes: import another version'
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER bundle_is_immutable BEFORE UPDATE ON tasks_app_bundle
    FOR EACH ROW EXECUTE FUNCTION tasks_app_refuse_update();
CREATE TRIGGER task_is_immutable BEFORE UPDATE ON tasks_app_task
    FOR EACH ROW EXECUTE FUNCTION tasks_app_refuse_update();
"""
BACKWARD = """
DROP TRIGGER bundle_is_immutable ON tasks_app_bundle;
DROP TRIGGER task_is_immutable ON tasks_app_task;
DROP FUNCTION tasks_app_refuse_update();
"""


class Migration(migrations.Migration):
    dependencies = [("tasks_app", "0001_initial")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
