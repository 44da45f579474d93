"""What people decided stays: the database itself refuses to change or delete it."""

from django.db import migrations

TABLES = ("humanlabel", "reveal", "adjudication")
FORWARD = """
CREATE FUNCTION audit_app_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'Rows of % are append-only: % refused.', TG_TABLE_NAME, TG_OP;
END $$;
""" + "".join(
    f"""
CREATE TRIGGER {table}_is_append_only BEFORE UPDATE OR DELETE ON audit_app_{table}
FOR EACH ROW EXECUTE FUNCTION audit_app_refuse_change();
"""
    for table in TABLES
)
BACKWARD = (
    "".join(f"DROP TRIGGER {table}_is_append_only ON audit_app_{table};" for table in TABLES)
    + "DROP FUNCTION audit_app_refuse_change();"
)


class Migration(migrations.Migration):
    dependencies = [("audit_app", "0001_initial")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
