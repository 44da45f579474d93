"""Candidates meet the gate when they are added; what is wrong with a file is all named."""

import pytest
from django.db import DatabaseError, transaction

from runs_app.actions.candidates import MOST_PER_SOURCE, add_candidates, generate_candidates
from runs_app.domain.candidate_rows import CandidateRow, read_candidates
from runs_app.models import Candidate
from runs_app.queries import described_tasks
from runs_app.tests.candidates import BAD, GOOD, LEAK, SOURCE, TASK, candidate
from runs_app.tests.meter_archives import ingested, line, one_agent
from runs_app.tests.people import person
from tasks_app.domain.descriptions.extractive import ExtractiveGenerator
from tasks_app.domain.errors import NotAllowed, Refused
from tasks_app.tests.meter_bundles import HIDDEN, import_meter_bundle

pytestmark = pytest.mark.django_db


@pytest.fixture
def bundle_id():
    return import_meter_bundle()


@pytest.fixture
def sam():
    return person("sam", is_submitter=True)


def test_the_gate_looks_at_a_candidate_at_once(bundle_id, sam):
    good, bad = candidate(bundle_id, sam), candidate(bundle_id, sam, BAD)
    assert (good.accepted, good.passes_public, good.findings) == (True, True, [])
    assert (bad.accepted, bad.passes_public) == (False, False)
    assert {finding["code"] for finding in bad.findings} == {"missing_output", "unsupported_file"}


def test_a_leak_is_stored_for_maintainers_and_quotes_nothing(bundle_id, sam):
    stored = candidate(bundle_id, sam, LEAK)
    hidden = [each for each in stored.findings if each["code"] == "hidden_evaluation"]
    assert len(hidden) == 1
    assert HIDDEN not in str(stored.findings)
    assert (stored.passes_public, stored.accepted) == (True, False)


def test_a_text_that_is_there_already_is_left_alone(bundle_id, sam):
    candidate(bundle_id, sam)
    added = add_candidates(bundle_id, [CandidateRow(TASK, SOURCE, GOOD)] * 2, sam)
    assert (added.candidates, added.known) == ((), 1)


@pytest.mark.parametrize(
    ("row", "code"),
    [
        (CandidateRow("nothing", SOURCE, GOOD), "unknown_task"),
        (CandidateRow(TASK, "original", GOOD), "bad_source"),
        (CandidateRow(TASK, "candidate:1 x 2", GOOD), "bad_source"),
        (CandidateRow(TASK, "a model", GOOD), "bad_source"),
    ],
)
def test_one_wrong_row_keeps_all_out(bundle_id, sam, row, code):
    with pytest.raises(Refused) as refused:
        add_candidates(bundle_id, [CandidateRow(TASK, SOURCE, GOOD), row], sam)
    assert [problem.code for problem in refused.value.problems] == [code]
    assert not Candidate.objects.exists()


def test_only_submitters_and_maintainers_bring_candidates(bundle_id):
    with pytest.raises(NotAllowed):
        candidate(bundle_id, person("otto", is_reviewer=True))
    candidate(bundle_id, person("mia", is_maintainer=True))


def test_one_person_cannot_search_by_trying_many(bundle_id, sam):
    rows = [CandidateRow(TASK, SOURCE, f"{GOOD} {n}") for n in range(MOST_PER_SOURCE + 1)]
    add_candidates(bundle_id, rows[:-1], sam)
    add_candidates(bundle_id, rows[:-1], sam)  # the same again is nothing new
    with pytest.raises(Refused) as refused:
        add_candidates(bundle_id, rows[-1:], sam)
    assert refused.value.problems[0].code == "too_many_candidates"


def test_a_candidate_never_changes(bundle_id, sam):
    stored = candidate(bundle_id, sam)
    with pytest.raises(DatabaseError), transaction.atomic():
        Candidate.objects.filter(pk=stored.pk).update(text="other")


def test_names_of_candidates_are_known_once_the_public_checks_pass(bundle_id, sam):
    good, bad, leak = (candidate(bundle_id, sam, text) for text in (GOOD, BAD, LEAK))
    known = described_tasks(bundle_id)
    assert known[good.name] == {TASK}
    assert bad.name not in known
    # Known like any other: a refusal would tell what the evaluation says.
    assert known[leak.name] == {TASK}


def test_a_file_is_read_and_everything_wrong_with_it_named():
    good = b'{"task_id": "m20", "source": "a x b", "text": "One."}\n'
    assert read_candidates(good, {"m20"}) == (CandidateRow("m20", "a x b", "One."),)
    csv = b"task_id,source,text\nm20,a x b,One.\nm99,a x b,Two.\nm20,generic,Three.\nm20,a x b,\n"
    with pytest.raises(Refused) as refused:
        read_candidates(csv, {"m20"})
    found = [(problem.line, problem.code) for problem in refused.value.problems]
    assert found == [(3, "unknown_task"), (4, "bad_source"), (5, "missing_value")]
    with pytest.raises(Refused, match="no column source"):
        read_candidates(b"task_id,text\nm20,One.\n", {"m20"})


def test_extractive_candidates_come_from_the_original_runs_of_a_source(bundle_id, sam):
    step = {"action": "bash", "arguments": {"cmd": "cat m03.txt"}}
    ingested(one_agent([line("m03", steps=[step])]).zip(), sam)
    added = generate_candidates(bundle_id, SOURCE, ExtractiveGenerator(), None, ["m03"])
    assert added.candidates == ()  # one sentence has no variants
    with pytest.raises(Refused, match="no public original run"):
        generate_candidates(bundle_id, "other x cli", ExtractiveGenerator(), None)
    with pytest.raises(NotAllowed):
        generate_candidates(bundle_id, SOURCE, ExtractiveGenerator(), sam)


class Parrot:
    origin = "extractive"

    def drafts(self, request):
        assert HIDDEN not in str(request)
        self.touched = request.trajectory.touched
        return (type("Draft", (), {"text": f"{request.original} ", "label": "again"})(),)


def test_a_generator_gets_public_text_and_what_the_trajectory_touched(bundle_id, sam):
    step = {"action": "bash", "arguments": {"cmd": "cat m03.txt"}, "observation": HIDDEN}
    ingested(one_agent([line("m03", steps=[step])]).zip(), sam)
    parrot = Parrot()
    (made,) = generate_candidates(bundle_id, SOURCE, parrot, None, ["m03"]).candidates
    assert (made.origin, made.label, made.created_by) == ("extractive", "again", None)
    assert parrot.touched == ("m03.txt",)
