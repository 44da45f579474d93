"""Between two tests nothing is left, not even what the database refuses to delete."""

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.db import ProgrammingError, connection, transaction

from audit_app.models import Audit, HumanLabel
from audit_app.tests.audits import bare_audit, label_next, reviewer
from ecoagent_site.tests.emptied_tables import KEPT, empty_tables

pytestmark = pytest.mark.django_db(transaction=True)


def filled():
    """The tables that have rows."""
    models = apps.get_models(include_auto_created=True)
    return {model._meta.db_table for model in models if model._base_manager.exists()}


def test_every_table_is_emptied_but_those_that_migrations_fill():
    label_next(bare_audit(), reviewer())
    assert HumanLabel.objects.exists()
    permissions = set(Permission.objects.values_list("pk", flat=True))
    empty_tables()
    assert filled() <= KEPT
    assert set(Permission.objects.values_list("pk", flat=True)) == permissions != set()


def somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return cursor.fetchone()[0] > 0


def test_a_request_that_locks_rows_the_other_way_round_only_delays_it():
    audit, rita, has_locked = bare_audit(), reviewer(), Event()
    people = type(rita).objects

    def outlive_the_browser():
        """Lock a person, then, once that is waited for, the audit that was deleted before."""
        try:
            with transaction.atomic():
                people.filter(pk=rita.pk).update(is_reviewer=False)
                has_locked.set()
                until = time.monotonic() + 20
                while not somebody_waits() and time.monotonic() < until:
                    time.sleep(0.01)
                return Audit.objects.filter(pk=audit.pk).update(title="Still at work")
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        request = pool.submit(outlive_the_browser)
        assert has_locked.wait(20)
        empty_tables()
        assert request.result(timeout=20) == 1
    assert filled() <= KEPT


def test_afterwards_the_database_refuses_again():
    empty_tables()
    label_next(bare_audit(), reviewer())
    with pytest.raises(ProgrammingError, match="append-only"):
        HumanLabel.objects.all().delete()
