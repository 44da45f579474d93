"""Between two tests nothing is left, not even what the database refuses to delete."""

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.db import ProgrammingError

from audit_app.models import HumanLabel
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


def test_afterwards_the_database_refuses_again():
    empty_tables()
    label_next(bare_audit(), reviewer())
    with pytest.raises(ProgrammingError, match="append-only"):
        HumanLabel.objects.all().delete()
