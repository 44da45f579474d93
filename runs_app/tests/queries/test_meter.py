"""What the grid reads: SQL and domain say the same of every end an episode can have."""

from itertools import product

import pytest
from django.contrib.auth import get_user_model

from runs_app.domain.episode import EpisodeStatus, Usage
from runs_app.domain.measures import counted_reward, passed
from runs_app.models import Run
from runs_app.queries import (
    described_tasks,
    known_descriptions,
    meter_outcomes,
    meter_runs,
    meter_tallies,
)
from runs_app.tests.meter_archives import ingested, line, one_agent
from tasks_app.tests.meter_bundles import SOURCES, import_meter_bundle

pytestmark = pytest.mark.django_db

REWARDS = (None, 0.0, 0.5, 1.0)
USAGES = (
    None,
    {"total_tokens": 7},
    {"input_tokens": 5, "output_tokens": 0},
    {"input_tokens": 5, "cached_input_tokens": 4},
    {"total_tokens": 0, "input_tokens": 0},
)


@pytest.fixture
def submitter(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    import_meter_bundle()
    return get_user_model().objects.create_user("submitter", is_submitter=True)


def stored(submitter, lines, **manifest) -> Run:
    archive = ingested(one_agent(lines, **manifest).zip(), submitter)
    assert archive.status == "scored", archive.problems
    return Run.objects.order_by("created_at").last()


def test_every_end_of_an_episode_counts_as_the_domain_says(submitter):
    ends = list(product(EpisodeStatus, REWARDS))
    lines = [line(f"m{n:02d}", status=s, reward=r) for n, (s, r) in enumerate(ends)]
    run = stored(submitter, lines)
    found = list(meter_outcomes([run.pk]))
    assert [outcome.reward for outcome in found] == [counted_reward(*end) for end in ends]
    attempted = [end for end in ends if end[0] is not EpisodeStatus.INFRASTRUCTURE_ERROR]
    tally = meter_tallies([run.pk])[run.pk]
    marks = [passed(*end) for end in attempted]
    assert (tally.attempted, tally.graded, tally.passed) == (
        len(attempted), len(marks) - marks.count(None), marks.count(True),
    )  # fmt: skip
    assert tally.reward == sum(counted_reward(*end) or 0 for end in attempted)


def test_tokens_in_all_are_those_of_the_domain(submitter):
    run = stored(submitter, [line(f"m{n:02d}", usage=usage) for n, usage in enumerate(USAGES)])
    totals = [Usage(**(usage or {})).all_tokens for usage in USAGES]
    assert totals == [None, 7, 5, None, 0]
    assert [outcome.total_tokens for outcome in meter_outcomes([run.pk])] == totals
    assert meter_tallies([run.pk])[run.pk].tokens == (3, 12)


def test_all_attempts_come_in_order_and_the_tally_takes_the_latest_that_happened(submitter):
    lines = [
        line("m01", attempt=3, status="infrastructure_error", reward=None),
        line("m01", attempt=2, reward=0.25),
        line("m01", attempt=1, reward=1.0),
        line("m00", attempt=1, reward=0.5),
    ]
    run = stored(submitter, lines)
    found = [(outcome.task_id, outcome.attempt) for outcome in meter_outcomes([run.pk])]
    assert found == [("m00", 1), ("m01", 1), ("m01", 2), ("m01", 3)]
    tally = meter_tallies([run.pk])[run.pk]
    assert (tally.attempted, tally.passed, tally.reward) == (2, 0, 0.75)


def test_nothing_is_asked_of_no_runs(submitter, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert meter_tallies([]) == {}


@pytest.mark.parametrize("runs", [1, 3])
def test_runs_and_outcomes_take_one_query_each(submitter, runs, django_assert_num_queries):
    lines = [line("m00", repeat=repeat) for repeat in range(1, runs + 1)]
    bundle_id = stored(submitter, lines, repeats=runs).bundle_id
    with django_assert_num_queries(2):
        found = meter_runs(bundle_id)
        assert len(list(meter_outcomes([run.run_id for run in found]))) == runs
    assert sorted(run.repeat for run in found) == list(range(1, runs + 1))


def test_a_run_of_the_grid_knows_its_pair_and_its_terms(submitter):
    run = stored(submitter, [line("m00", description=SOURCES[0])])
    (found,) = meter_runs(run.bundle_id)
    assert (found.run_id, found.spec.model, found.spec.scaffold) == (run.pk, "model-a", "cli-x")
    assert (found.description, found.repeat, found.budget_label) == (SOURCES[0], 1, "")
    assert (found.owner, found.scores_digest) == ("submitter", run.scores_digest)


def test_the_descriptions_of_a_bundle_and_the_tasks_that_have_them():
    bundle_id = import_meter_bundle()
    assert known_descriptions(bundle_id) >= {"original", "generic", *SOURCES}
    counts = {name: len(tasks) for name, tasks in described_tasks(bundle_id).items()}
    assert counts == {"original": 30, "generic": 10, SOURCES[0]: 10, SOURCES[1]: 10}
