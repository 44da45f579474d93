"""All writes of bundles and price books; what is written once is never changed."""

from tasks_app.actions.bundles import import_bundle
from tasks_app.actions.prices import amend_price_book, store_price_book

__all__ = ["amend_price_book", "import_bundle", "store_price_book"]
