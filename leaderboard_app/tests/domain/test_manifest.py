import json
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest

from leaderboard_app.domain import manifest as module
from leaderboard_app.domain.boards import BundleBoards, bundle_boards
from leaderboard_app.domain.composition import compose
from leaderboard_app.domain.manifest import Inputs, manifest, snapshot_digest
from leaderboard_app.domain.resampling import resampling
from leaderboard_app.tests.factories import START, frame, outcome, run
from runs_app.domain.episode import AgentSpec, Track

SPEC = frame().spec


def published(*runs) -> tuple[Inputs, BundleBoards]:
    composition = compose(frame(), runs, [outcome(r.run_id.int, "cheap_qa-1") for r in runs])
    return Inputs(SPEC, runs), bundle_boards(composition, resampling(frame().sizes, 1, 50))


def test_equal_inputs_have_equal_digests_in_any_order():
    assert Inputs(SPEC, [run(1), run(2)]).digest == Inputs(SPEC, [run(2), run(1)]).digest


@pytest.mark.parametrize(
    "change",
    [
        {"scores_digest": "1" * 64},
        {"judge": "other"},
        {"scoring_version": "2"},
        {"budget_label": "tight"},
        {"created_at": START - timedelta(days=1)},
        {"spec": AgentSpec("agent", Track.TOOL_API, url="https://example.org/new")},
    ],
)
def test_whatever_a_board_shows_changes_the_input_digest(change):
    assert Inputs(SPEC, [run(1)]).digest != Inputs(SPEC, [run(1, **change)]).digest


def test_other_runs_another_bundle_and_other_code_change_the_input_digest(monkeypatch):
    before = Inputs(SPEC, [run(1)]).digest
    others = [Inputs(SPEC, []), Inputs(replace(SPEC, tasks_sha256="1" * 64), [run(1)])]
    monkeypatch.setattr(module, "BOARD_VERSION", "next")
    others.append(Inputs(SPEC, [run(1)]))

    assert before not in {inputs.digest for inputs in others}


def test_the_seed_is_exact_in_every_json_reader():
    assert 0 <= Inputs(SPEC, [run(1)]).seed < 2**53


def test_the_manifest_names_what_the_boards_rest_on():
    archive = UUID(int=9)
    inputs, boards = published(run(1), run(2, judge="other", owner="ann", archive_id=archive))
    found = manifest(inputs, boards, "0.1.0")

    assert found["bundle"]["ref"] == "mini@1"
    assert found["judges"] == ["exact", "other"]
    assert [r["run_id"] for r in found["runs"]] == [str(UUID(int=1)), str(UUID(int=2))]
    assert found["runs"][1]["archive_id"] == str(archive)
    assert found["runs"][0]["created_at"] == "2026-01-02T00:00:00+00:00"
    assert found["bootstrap"]["seed"] == inputs.seed
    assert len(found["boards"]) == len(boards.payloads)


def test_the_digest_covers_manifest_and_boards():
    inputs, boards = published(run(1))
    proof = manifest(inputs, boards, "0.1.0")
    before = snapshot_digest(proof, boards.payloads)
    changed = json.loads(json.dumps(boards.payloads))
    changed[0]["tasks"] += 1

    assert snapshot_digest({**proof, "software_version": "0.2.0"}, boards.payloads) != before
    assert snapshot_digest(proof, changed) != before


def test_the_digest_does_not_depend_on_the_order_in_which_boards_are_read():
    inputs, boards = published(run(1))
    proof = manifest(inputs, boards, "0.1.0")

    assert snapshot_digest(proof, boards.payloads[::-1]) == snapshot_digest(proof, boards.payloads)


def test_boards_of_an_economic_bundle_know_no_set_and_no_condition():
    """So that snapshots published before there were meter bundles keep their digests."""
    inputs, boards = published(run(1))
    refs = manifest(inputs, boards, "0.1.0")["boards"]

    assert {tuple(ref) for ref in refs} == {("kind", "track", "budget_label")}
    assert not any({"task_set", "condition"} & payload.keys() for payload in boards.payloads)
