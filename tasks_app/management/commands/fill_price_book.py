"""A version of the price book from the price list of genai-prices, without a network."""

from argparse import ArgumentParser
from datetime import UTC, date, datetime
from typing import Any

from django.core.management.base import BaseCommand

from tasks_app import actions, queries
from tasks_app.domain.price_list import listed_book


class Command(BaseCommand):
    help = (
        "Stores the prices that the installed package genai-prices lists as a new version of the "
        "price book. Nothing is stored where the newest version says the same."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--as-of", type=date.fromisoformat, help="The day of the prices (default: today, UTC)."
        )
        parser.add_argument(
            "--missing", action="store_true", help="Only where there is no price book at all."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["missing"] and queries.all_price_books():
            return
        before = queries.price_book()
        book = listed_book(options["as_of"] or datetime.now(UTC).date())
        version = actions.store_price_book(book)
        known = before is not None and before.version == version
        said = "says this already" if known else f"stored, {len(book.prices):,} names"
        self.stdout.write(f"Price book {version} ({book.source}): {said}.")
