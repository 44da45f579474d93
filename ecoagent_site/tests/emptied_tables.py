"""Emptying the tables between tests that commit.

Django truncates all of them, which makes some three hundred new files, and then asks every app to
write its permissions anew: most of a second, for a handful of rows. Deleting those is the same.
"""

from typing import Any

from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import OperationalError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder

KEPT = {model._meta.db_table for model in (ContentType, Permission)} | {
    MigrationRecorder.Migration._meta.db_table
}
"""Written by migrations only, and read by every test."""
UNCHECKED = "SET LOCAL session_replication_role = replica"
"""No trigger runs: neither those that keep labels for ever nor those of foreign keys."""


ATTEMPTS = 5


def empty_tables(_test_case: Any = None) -> None:
    """Delete every row but those of KEPT; takes the place of Django's ``_fixture_teardown``.

    A request of a browser that is closed already may still lock rows in another order; whoever
    the database sends away begins again, because the other one is done then.
    """
    for attempt in range(1, ATTEMPTS + 1):
        try:
            _delete_rows()
            return
        except OperationalError:
            if attempt == ATTEMPTS:
                raise


def _delete_rows() -> None:
    quote = connection.ops.quote_name
    deletions = [f"DELETE FROM {quote(name)}" for name in sorted(emptied_tables())]
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute("; ".join([UNCHECKED, *deletions]))


def emptied_tables() -> set[str]:
    return set(connection.introspection.django_table_names(only_existing=True)) - KEPT
