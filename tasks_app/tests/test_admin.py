"""The admin shows bundles, tasks and prices and offers no way to change them."""

import pytest
from django.urls import reverse

from tasks_app import actions
from tasks_app.models import Bundle, ModelPrice, PriceBook, Task
from tasks_app.tests.factories import import_mini_bundle
from tasks_app.tests.price_books import small_book

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("model", [Bundle, Task, PriceBook, ModelPrice])
def test_rows_can_be_looked_at_and_not_changed(admin_client, model):
    import_mini_bundle()
    actions.store_price_book(small_book())
    name = model._meta.model_name
    row = reverse(f"admin:tasks_app_{name}_change", args=[model.objects.first().pk])
    assert admin_client.get(reverse(f"admin:tasks_app_{name}_changelist")).status_code == 200
    page = admin_client.get(row)
    assert page.status_code == 200
    assert 'name="_save"' not in page.content.decode()
    assert admin_client.post(row, {"name": "other"}).status_code == 403


@pytest.mark.parametrize("model", [Bundle, Task, PriceBook, ModelPrice])
def test_rows_can_neither_be_added_nor_deleted(admin_client, model):
    import_mini_bundle()
    actions.store_price_book(small_book())
    name, pk = model._meta.model_name, model.objects.first().pk
    assert admin_client.get(reverse(f"admin:tasks_app_{name}_add")).status_code == 403
    assert (
        admin_client.post(reverse(f"admin:tasks_app_{name}_delete", args=[pk])).status_code == 403
    )
