"""Publishing the boards of a meter bundle: what they rest on, and when they are made anew."""

import json

import pytest

from leaderboard_app import actions, queries
from leaderboard_app.domain.manifest import snapshot_digest
from leaderboard_app.domain.meter.boards import meter_boards
from leaderboard_app.models import Board, Publication, Snapshot
from leaderboard_app.tests.metered import ams_vectors, keeper, metered, uploaded
from runs_app import actions as run_actions
from runs_app.models import Run
from runs_app.tests.meter_archives import MeterDraft, agent, line, one_agent, reference_lines
from tasks_app.tests.meter_bundles import HIDDEN, import_meter_bundle

pytestmark = pytest.mark.django_db
KEY = "model-a x cli-x"


@pytest.fixture(autouse=True)
def _uploads(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


def grid(snapshot, task_set="full", condition="original", track="imported"):
    return queries.meter_board(snapshot.digest, "agentmeter", track, task_set, condition)


def row_of(payload, key=KEY):
    return next(row for row in payload["rows"] if row["key"] == key)


def test_there_is_a_grid_for_each_set_and_one_table_of_all_episodes():
    boards = metered().manifest["boards"]

    assert [(b["kind"], b["track"], b["task_set"], b["condition"]) for b in boards] == [
        ("agentmeter", "imported", "full", "original"),
        ("agentmeter", "imported", "opt", "original"),
        ("meter-core", "imported", "", ""),
        ("meter-descriptions", "imported", "", ""),
        ("meter-episodes", "", "", ""),
    ]


def test_runs_under_the_generic_wording_have_a_grid_of_their_own():
    snapshot = metered(MeterDraft(reference_lines() + reference_lines(description="generic")[:10]))
    generic = grid(snapshot, "opt", "generic")

    assert [row["key"] for row in generic["rows"]] == [KEY]
    assert generic["rows"][0]["coverage"]["denominator"] == 10
    assert len(grid(snapshot)["rows"]) == 6
    assert grid(snapshot, "full", "generic") is None  # twenty tasks have no such wording


def test_before_a_calibration_there_are_passes_and_costs_and_no_ams():
    payload = grid(metered(calibrated=False))
    row = row_of(payload)

    assert payload["calibration"] is None
    assert payload["calibration_reason"] == "The bundle is not calibrated yet."
    assert (row["ams"]["value"], row["ranked"]) == (None, False)
    assert row["passes"]["numerator"] == 22
    assert row["usd_per_pass"]["value"] == pytest.approx(0.2879193181818182)


def test_a_calibration_publishes_the_grids_anew_and_every_digest_says_so():
    before = metered(calibrated=False)
    frozen = actions.calibrate_bundle(before.bundle_id, keeper())
    after = actions.publish_snapshot(before.bundle_id)

    assert after.digest != before.digest
    assert after.manifest["calibration"] == frozen.ref == grid(after)["calibration"]
    assert row_of(grid(after))["ams"]["value"] is not None


def test_the_same_inputs_are_published_once():
    first = metered()
    assert actions.publish_snapshot(first.bundle_id) == first
    assert (Snapshot.objects.count(), Publication.objects.count()) == (1, 1)


def test_a_withdrawn_run_leaves_the_grid_and_the_calibration_stays():
    before = metered()
    run = Run.objects.get(agent__model="model-a", agent__scaffold="cli-x")
    run_actions.withdraw_run(run.pk, keeper())
    after = actions.publish_snapshot(before.bundle_id)

    assert KEY not in [row["key"] for row in grid(after)["rows"]]
    assert after.manifest["calibration"] == before.manifest["calibration"]
    kept = row_of(grid(after), "model-c x cli-y")["ams"]["value"]
    assert kept == row_of(grid(before), "model-c x cli-y")["ams"]["value"]


def test_withdrawing_every_run_leaves_an_empty_grid():
    bundle_id = metered().bundle_id
    for run in Run.objects.all():
        run_actions.withdraw_run(run.pk, keeper())
    snapshot = actions.publish_snapshot(bundle_id)

    assert grid(snapshot)["rows"] == []
    assert snapshot.manifest["runs"] == []


def test_a_private_run_is_on_no_board_and_in_no_manifest():
    bundle_id = uploaded().bundle_id
    hidden = Run.objects.get(agent__model="model-a", agent__scaffold="cli-x")
    Run.objects.filter(pk=hidden.pk).update(visibility="private")
    snapshot = actions.publish_snapshot(bundle_id)
    everything = json.dumps([snapshot.manifest, *Board.objects.values_list("payload", flat=True)])

    assert str(hidden.pk) not in everything
    assert "model-a in cli-x" not in everything


def test_nothing_of_the_hidden_evaluation_is_published():
    snapshot = metered()
    everything = json.dumps([snapshot.manifest, *Board.objects.values_list("payload", flat=True)])
    assert HIDDEN not in everything


def test_what_is_stored_still_has_its_digest():
    stored = Snapshot.objects.get(pk=metered().pk)
    payloads = list(stored.boards.values_list("payload", flat=True))
    assert snapshot_digest(stored.manifest, payloads) == stored.digest


def test_every_board_can_be_computed_again_from_the_published_episodes():
    snapshot = metered()
    subject = queries.meter_subject(queries.snapshot(snapshot.digest))
    again = {
        (p["kind"], p["track"], p["task_set"], p["condition"]): json.loads(json.dumps(p))
        for p in meter_boards(subject).payloads
    }
    stored = {(b.kind, b.track, b.task_set, b.condition): b.payload for b in snapshot.boards.all()}
    assert again == stored


def test_the_newest_run_of_a_repeat_counts_and_never_the_best():
    uploaded()
    worse = [line(f"m{number:02d}", reward=0.0) for number in range(30)]
    newest = metered(one_agent(worse), calibrated=False)
    row = row_of(grid(newest))

    assert row["passes"] == row["passes"] | {"numerator": 0, "denominator": 30}
    assert len(row["run_ids"]) == 1


def test_repeats_are_averaged_and_each_episode_is_counted():
    """Passed once and failed once: a mean reward of a half over 60 episodes."""
    lines = [
        line(f"m{number:02d}", repeat=repeat, reward=float(repeat == 1))
        for number in range(30)
        for repeat in (1, 2)
    ]
    row = row_of(grid(metered(one_agent(lines, repeats=2), calibrated=False)))

    assert row["mean_reward"]["value"] == 0.5
    assert row["coverage"] == row["coverage"] | {"numerator": 60, "denominator": 60}
    assert row["passes"]["numerator"] == 30


def test_lost_ungraded_and_absent_episodes_are_missing_each_by_its_name():
    lines = [
        line("m00", status="infrastructure_error", reward=None),
        line("m01", reward=None),
        line("m02", status="agent_timeout", reward=None),
    ]
    row = row_of(grid(metered(one_agent(lines), calibrated=False)))

    assert row["missing"] == {"absent": 27, "infrastructure": 1, "ungraded": 1, "total": 29}
    assert row["passes"]["denominator"] == 1  # the time-out: reward 0
    assert not row["ranked"]


def test_an_unknown_cost_takes_the_ams_of_its_row_and_of_no_other():
    lines = reference_lines()
    lines[0]["cost_usd"] = None  # model-a in cli-x, m00
    bundle_id = uploaded(MeterDraft(lines)).bundle_id
    actions.calibrate_bundle(bundle_id, keeper())
    payload = grid(actions.publish_snapshot(bundle_id))
    row = row_of(payload)

    assert row["ams"]["value"] is None
    assert row["unpriced"] == {
        "episodes": 1,
        "reason": "no cost was reported",
        "examples": ["m00"],
    }
    assert len([one for one in payload["rows"] if one["ams"]["value"] is not None]) == 5


def test_two_agents_of_the_same_pair_are_told_apart():
    agents = [agent(), agent() | {"name": "another"}]
    lines = [line(f"m{n:02d}", agent=a["name"]) for n in range(30) for a in agents]
    payload = grid(metered(MeterDraft(lines, agents=agents), calibrated=False))

    assert [row["cli"] for row in payload["rows"]] == [
        "cli-x (another)",
        "cli-x (model-a in cli-x)",
    ]


def test_a_bundle_without_a_run_has_nothing_to_publish():
    assert actions.publish_snapshot(import_meter_bundle()) is None


def test_the_leader_by_ams_is_that_of_the_reference_values():
    payload = grid(metered())
    expected = ams_vectors()["expected"]["configurations"]
    best = max(expected, key=lambda key: expected[key]["ams"])

    leader = next(one for one in payload["leaders"] if one["criterion"] == "ams")
    assert (leader["keys"], payload["rows"][0]["key"]) == ([best], best)


@pytest.mark.parametrize("runs", [1, 3])
def test_publishing_needs_as_many_queries_for_one_run_as_for_three(runs, django_assert_num_queries):
    bundle_id = uploaded().bundle_id
    actions.calibrate_bundle(bundle_id, keeper())
    for run in Run.objects.order_by("pk")[: 6 - runs]:
        run_actions.withdraw_run(run.pk, keeper())
    # Savepoint, lock; calibration, runs, frozen descriptions; latest, stored; calibration,
    # outcomes; calibration, runs and frozen descriptions again; snapshot, boards, publication;
    # release. Tasks are kept since the upload.
    with django_assert_num_queries(16):
        actions.publish_snapshot(bundle_id)
