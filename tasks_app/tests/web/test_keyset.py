"""Pages of a list that the database sorts, tried on bundles."""

import pytest
from django.db.models import Case, IntegerField, Value, When
from django.http import QueryDict

from tasks_app.domain.table import Order
from tasks_app.models import Bundle, Task
from tasks_app.web.keyset import Listing, list_page

LISTING = Listing("list", {"position": "position", "size": "size"}, Order("position"), page_size=2)


@pytest.fixture
def tasks(db):
    """Five tasks whose ``size`` (an annotation that may be null) is 3, null, 1, null, 1."""
    bundle = Bundle.objects.create(
        name="b", version="1", kind="economic", title="B", manifest={}, task_count=5
    )
    for number in range(5):
        Task.objects.create(bundle=bundle, task_id=f"t{number}", position=number, spec={})
    sizes = [When(position=n, then=Value(size)) for n, size in ((0, 3), (2, 1), (4, 1))]
    return Task.objects.annotate(size=Case(*sizes, default=None, output_field=IntegerField()))


def ids(page):
    return [task.task_id for task in page.rows]


def all_ids(pages):
    return [task_id for page in pages for task_id in ids(page)]


def walk(rows, query, link="next_href"):
    """The pages from ``query`` on, following a link until there is none."""
    pages = []
    while True:
        page = list_page(rows, LISTING, QueryDict(query))
        pages.append(page)
        query = getattr(page, link).removeprefix("?")
        if not query:
            return pages


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("position", ["t0", "t1", "t2", "t3", "t4"]),
        ("-position", ["t4", "t3", "t2", "t1", "t0"]),
        ("size", ["t2", "t4", "t0", "t1", "t3"]),
        ("-size", ["t0", "t2", "t4", "t1", "t3"]),
    ],
)
def test_pages_forth_and_back_hold_each_row_once_with_nulls_last(tasks, sort, order):
    forth = walk(tasks, f"list.sort={sort}&family=x")
    assert all_ids(forth) == order
    back = walk(tasks, forth[-1].previous_href.removeprefix("?"), "previous_href")
    assert all_ids(reversed(back)) == order[:4]
    assert all("family=x" in page.previous_href for page in forth[1:])


def test_a_page_takes_one_query(tasks, django_assert_num_queries):
    with django_assert_num_queries(1):
        list_page(tasks, LISTING, QueryDict("list.sort=-size"))


def test_an_unknown_column_gives_the_usual_order(tasks):
    page = list_page(tasks, LISTING, QueryDict("list.sort=spec"))
    assert (page.order, ids(page)) == (Order("position"), ["t0", "t1"])


def test_a_damaged_link_shows_the_first_page_and_says_so(tasks):
    page = list_page(tasks, LISTING, QueryDict("list.at=nonsense"))
    assert ids(page) == ["t0", "t1"]
    assert "damaged" in page.note


def test_a_place_in_another_order_is_the_first_page_of_this_one(tasks):
    link = list_page(tasks, LISTING, QueryDict("list.sort=size")).next_href
    page = list_page(tasks, LISTING, QueryDict(link[1:].replace("sort=size", "sort=position")))
    assert ids(page) == ["t0", "t1"]


def test_a_new_row_shifts_nothing(tasks):
    link = list_page(tasks, LISTING, QueryDict("")).next_href
    Task.objects.filter(task_id="t0").delete()
    assert ids(list_page(tasks, LISTING, QueryDict(link[1:]))) == ["t2", "t3"]
