import pytest
from django.db import DatabaseError, transaction

from leaderboard_app.models import Board, Calibration, Publication, Snapshot
from leaderboard_app.tests.published import published_rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def _published():
    published_rows(1)


@pytest.mark.usefixtures("_published")
@pytest.mark.parametrize(
    ("model", "change"),
    [
        (Snapshot, {"scoring_version": "9"}),
        (Board, {"payload": {}}),
        (Publication, {"published_at": "2020-01-01T00:00:00Z"}),
    ],
)
def test_the_database_refuses_to_change_what_was_published(model, change):
    with pytest.raises(DatabaseError, match="immutable"), transaction.atomic():
        model.objects.update(**change)


@pytest.mark.usefixtures("_published")
@pytest.mark.parametrize("model", [Snapshot, Board, Publication])
def test_the_database_refuses_to_delete_what_was_published(model):
    with pytest.raises(DatabaseError, match="immutable"), transaction.atomic():
        model.objects.all()._raw_delete("default")


@pytest.mark.usefixtures("_published")
def test_the_database_refuses_to_change_or_delete_a_calibration():
    Calibration.objects.create(
        bundle_id=Snapshot.objects.get().bundle_id,
        version=1,
        payload={},
        digest="0" * 64,
        pricing="reported",
        reference=[],
        parameters={},
    )
    with pytest.raises(DatabaseError, match="immutable"), transaction.atomic():
        Calibration.objects.update(payload={"budgets": []})
    with pytest.raises(DatabaseError, match="immutable"), transaction.atomic():
        Calibration.objects.all()._raw_delete("default")


@pytest.mark.usefixtures("_published")
def test_rows_name_themselves():
    snapshot = Snapshot.objects.get()

    assert str(snapshot) == snapshot.digest
    assert str(Publication.objects.get()).startswith(snapshot.digest)
    assert str(Board.objects.get(kind="sweeps")).startswith("sweeps tool_api")
