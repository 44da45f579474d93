"""A version of the price book stays as it is: the database refuses to change or delete it."""

from django.db import migrations

TABLES = ("pricebook", "modelprice")
FORWARD = """
CREATE FUNCTION tasks_app_refuse_price_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'Rows of % are immutable: % refused. An edit is a new version.',
        TG_TABLE_NAME, TG_OP;
END $$;
""" + "".join(
    f"""
CREATE TRIGGER {table}_is_immutable BEFORE UPDATE OR DELETE ON tasks_app_{table}
FOR EACH ROW EXECUTE FUNCTION tasks_app_refuse_price_change();
"""
    for table in TABLES
)
BACKWARD = (
    "".join(f"DROP TRIGGER {table}_is_immutable ON tasks_app_{table};" for table in TABLES)
    + "DROP FUNCTION tasks_app_refuse_price_change();"
)


class Migration(migrations.Migration):
    dependencies = [("tasks_app", "0003_price_book")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
