"""All reads of bundles, tasks and price books that others use: frozen values, never ORM rows."""

from tasks_app.queries.bundles import (
    BundleRow,
    agent_views,
    all_bundles,
    bundle_row,
    bundle_spec,
    find_bundle,
    listed_bundles,
    listed_tasks,
    meter_task_view,
    meter_tasks,
    task_families,
    task_specs,
)
from tasks_app.queries.prices import (
    PriceBookRow,
    all_price_books,
    listed_price_books,
    listed_prices,
    price_book,
    price_book_row,
    price_providers,
)

__all__ = [
    "BundleRow",
    "PriceBookRow",
    "agent_views",
    "all_bundles",
    "all_price_books",
    "bundle_row",
    "bundle_spec",
    "find_bundle",
    "listed_bundles",
    "listed_price_books",
    "listed_prices",
    "listed_tasks",
    "meter_task_view",
    "meter_tasks",
    "price_book",
    "price_book_row",
    "price_providers",
    "task_families",
    "task_specs",
]
