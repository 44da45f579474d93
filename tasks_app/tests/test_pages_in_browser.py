"""The pages of bundles and tasks in a real browser."""

import pytest
from django.urls import reverse

from tasks_app.tests.factories import import_mini_bundle, mini_bundle

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def bundle():
    import_mini_bundle()


@pytest.mark.parametrize(
    "address",
    [
        reverse("bundle-list"),
        reverse("bundle-detail", args=["mini@1"]),
        reverse("task-detail", args=["mini@1", mini_bundle().tasks[0].task_id]),
    ],
)
def test_a_page_has_no_serious_violation_and_fits_a_phone(check_page, address):
    check_page(address)


def test_the_oracle_page_too(check_page, log_in, django_user_model):
    log_in(django_user_model.objects.create_user("mia", is_maintainer=True))
    check_page(reverse("task-oracle", args=["mini@1", mini_bundle().tasks[0].task_id]))
