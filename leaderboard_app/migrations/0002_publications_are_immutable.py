"""What was published stays: the database itself refuses to change or delete it."""

from django.db import migrations

TABLES = ("snapshot", "board", "publication")
FORWARD = """
CREATE FUNCTION leaderboard_app_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'Rows of % are immutable: % refused.', TG_TABLE_NAME, TG_OP;
END $$;
""" + "".join(
    f"""
CREATE TRIGGER {table}_is_immutable BEFORE UPDATE OR DELETE ON leaderboard_app_{table}
FOR EACH ROW EXECUTE FUNCTION leaderboard_app_refuse_change();
"""
    for table in TABLES
)
BACKWARD = (
    "".join(f"DROP TRIGGER {table}_is_immutable ON leaderboard_app_{table};" for table in TABLES)
    + "DROP FUNCTION leaderboard_app_refuse_change();"
)


class Migration(migrations.Migration):
    dependencies = [("leaderboard_app", "0001_initial")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
