"""What stands for a source: highest reward, then lowest cost, else the original; then for good."""

import pytest
from django.db import DatabaseError, transaction

from runs_app.actions.candidates import add_candidates
from runs_app.actions.freezing import freeze_descriptions
from runs_app.domain.candidate_rows import CandidateRow
from runs_app.models import FrozenDescription
from runs_app.queries import described_tasks
from runs_app.queries.candidates import frozen_texts
from runs_app.tests.candidates import BETTER, GOOD, LEAK, SOURCE, TASK, candidate, tried
from runs_app.tests.people import person
from tasks_app.domain.errors import NotAllowed, Refused
from tasks_app.queries import meter_tasks
from tasks_app.tests.meter_bundles import import_meter_bundle

pytestmark = pytest.mark.django_db


@pytest.fixture
def bundle_id():
    return import_meter_bundle()


@pytest.fixture
def sam():
    return person("sam", is_submitter=True)


@pytest.fixture
def mia():
    return person("mia", is_maintainer=True)


@pytest.mark.parametrize(
    ("measured", "chosen"),
    [
        ([(0.5, 1.0), (0.8, 9.0), (0.7, 0.1)], GOOD),  # reward comes before cost
        ([(0.5, 1.0), (0.8, 2.0), (0.8, 1.5)], BETTER),  # then the lower cost
        ([(0.5, 1.0), (0.5, 0.9), (0.4, 0.1)], GOOD),  # the same reward, cheaper
        ([(0.5, 1.0), (0.5, 1.0), (0.4, 0.1)], None),  # nothing is better
        ([(0.5, 1.0), (0.5, None), (0.2, 0.1)], None),  # an unknown cost is no lower one
        ([(0.5, None), (0.5, 0.1), (0.2, 0.1)], None),
        ([(0.5, None), (0.6, None), (0.2, 0.1)], GOOD),
    ],
)
def test_the_best_on_the_sources_side_is_frozen(bundle_id, sam, mia, measured, chosen):
    """Measured are reward and cost under the original, GOOD and BETTER."""
    first, second = candidate(bundle_id, sam), candidate(bundle_id, sam, BETTER)
    names = ("original", first.name, second.name)
    for name, (reward, cost) in zip(names, measured, strict=True):
        tried(sam, name, reward=reward, cost_usd=cost)
    (frozen,) = freeze_descriptions(bundle_id, SOURCE, mia).frozen
    assert frozen.text == (chosen or meter_tasks(bundle_id)[TASK].descriptions.original)
    assert (frozen.candidate is None) == (chosen is None)
    assert frozen.evidence["compared"][0]["reward"] == measured[0][0]
    assert len(frozen.evidence["compared"][0]["episodes"]) == 1


def test_a_task_waits_until_every_accepted_candidate_was_tried(bundle_id, sam, mia):
    first, _ = candidate(bundle_id, sam), candidate(bundle_id, sam, BETTER)
    assert "no public episode" in freeze_descriptions(bundle_id, SOURCE, mia).waiting[TASK]
    tried(sam, "original", reward=0.5)
    tried(sam, first.name, reward=0.9)
    assert "1 accepted" in freeze_descriptions(bundle_id, SOURCE, mia).waiting[TASK]
    (frozen,) = freeze_descriptions(bundle_id, SOURCE, mia, [TASK]).frozen  # asked for by name
    assert frozen.candidate == first


def test_a_candidate_that_leaks_is_never_chosen_and_the_reason_tells_nothing(bundle_id, sam, mia):
    good, leak = candidate(bundle_id, sam), candidate(bundle_id, sam, LEAK)
    tried(sam, "original", reward=0.5)
    tried(sam, good.name, reward=0.4)
    tried(sam, leak.name, reward=1.0)
    (frozen,) = freeze_descriptions(bundle_id, SOURCE, mia).frozen
    assert frozen.candidate is None
    assert frozen.reason == "The original stays: no accepted candidate did better for the source."
    assert leak.name not in str(frozen.evidence)


def test_what_is_frozen_takes_no_more_candidates_and_never_changes(bundle_id, sam, mia):
    first = candidate(bundle_id, sam)
    tried(sam, "original", reward=0.5)
    tried(sam, first.name, reward=0.9)
    assert SOURCE not in {text.source for text in frozen_texts(bundle_id, TASK)}
    assert TASK not in described_tasks(bundle_id)[SOURCE]  # so nobody else can use it before
    freeze_descriptions(bundle_id, SOURCE, mia)
    assert TASK in described_tasks(bundle_id)[SOURCE]
    (text,) = frozen_texts(bundle_id, TASK)
    assert (text.source, text.text, text.candidate_id) == (SOURCE, GOOD, first.pk)
    assert freeze_descriptions(bundle_id, SOURCE, mia).frozen == ()
    with pytest.raises(Refused, match="frozen for"):
        add_candidates(bundle_id, [CandidateRow(TASK, SOURCE, BETTER)], sam)
    for change in (
        lambda rows: rows.update(text="other"),
        lambda rows: rows.delete(),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            change(FrozenDescription.objects.all())


def test_the_newest_run_and_the_latest_counting_attempt_count(bundle_id, sam, mia):
    first = candidate(bundle_id, sam)
    tried(sam, "original", reward=1.0)
    tried(sam, "original", reward=0.2)  # the newest run, though not the best
    tried(sam, first.name, reward=0.5)
    (frozen,) = freeze_descriptions(bundle_id, SOURCE, mia).frozen
    assert frozen.candidate == first


def test_only_maintainers_freeze(bundle_id, sam):
    with pytest.raises(NotAllowed):
        freeze_descriptions(bundle_id, SOURCE, sam)


def test_declared_wordings_count_as_frozen(bundle_id):
    assert [text.is_declared for text in frozen_texts(bundle_id, "m00")] == [True, True]
