"""The pages of price books in a real browser."""

import pytest
from django.urls import reverse

from tasks_app import actions
from tasks_app.tests.price_books import OPUS, small_book

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def books():
    actions.store_price_book(small_book())
    actions.store_price_book(small_book(new_1=OPUS))


@pytest.mark.parametrize(
    "address",
    [
        reverse("price-book-list"),
        reverse("price-book", args=[2]),
        reverse("price-changes"),
    ],
)
def test_a_page_has_no_serious_violation_and_fits_a_phone(check_page, address):
    check_page(address)


def test_the_form_too(check_page, log_in, django_user_model):
    log_in(django_user_model.objects.create_user("mia", is_maintainer=True))
    check_page(f"{reverse('price-edit')}?search=opus")
