"""Opening an audit: an even, repeatable draw over what people can judge, stored blinded."""

import pytest
from django.db import connection

from audit_app import actions, queries
from audit_app.actions.storing import BATCH
from audit_app.domain.design import ControlItem
from audit_app.domain.labels import Decision
from audit_app.models import Audit, Provenance
from audit_app.queries.design import read_frame
from audit_app.tests.audits import bare_audit, design, items, label_next, reviewer
from runs_app.models import Episode
from runs_app.tests.factories import executed_run
from runs_app.tests.people import person
from tasks_app.domain.errors import NotAllowed, Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def mia():
    return person("mia", is_maintainer=True)


@pytest.fixture
def run():
    return executed_run("LexicalEager")


def drawn(audit):
    rows = Provenance.objects.filter(item__audit=audit).order_by("item__position")
    return [str(episode_id) for episode_id in rows.values_list("episode_id", flat=True)]


def test_the_same_design_draws_the_same_episodes_in_the_same_order(mia, run):
    first, second = (actions.open_audit(design(run, size=5), mia) for _ in range(2))
    assert drawn(first) == drawn(second)
    assert first.frame_digest == second.frame_digest
    assert {item.pk for item in items(first)}.isdisjoint(item.pk for item in items(second))


def test_another_seed_may_draw_others(mia, run):
    orders = {
        tuple(drawn(actions.open_audit(design(run, size=5, seed=seed), mia)))
        for seed in ("a", "b", "c", "d")
    }
    assert len(orders) > 1


def test_the_preview_is_what_is_drawn(mia, run):
    wanted = design(run, size=5)
    preview = queries.preview_cells(wanted)
    audit = actions.open_audit(wanted, mia)
    assert [cell["drawn"] for cell in audit.cells] == [cell.drawn for cell in preview]
    assert sum(cell.drawn for cell in preview) == audit.size == 5
    assert sum(cell.population for cell in preview) == audit.frame_size


def test_every_cell_states_its_inclusion_probability(mia, run):
    audit = actions.open_audit(design(run, size=5), mia)
    inclusion = {(c["family"], c["verdict"]): c["drawn"] / c["population"] for c in audit.cells}
    for row in Provenance.objects.filter(item__audit=audit):
        assert row.inclusion == inclusion[row.family, row.verdict]


def test_agents_cells_add_up_to_the_frame(mia, run):
    audit = actions.open_audit(design(run, executed_run("LexicalFrugal")), mia)
    assert {cell["agent"] for cell in audit.agent_cells} == {"LexicalEager", "LexicalFrugal"}
    assert sum(cell["population"] for cell in audit.agent_cells) == audit.frame_size


def test_oracle_controls_are_not_audited_since_their_answers_tell(mia):
    control = executed_run("CheapFirst")
    with pytest.raises(Refused, match="no judged answer"):
        actions.open_audit(design(control), mia)


def test_only_chosen_families_are_drawn(mia, run):
    audit = actions.open_audit(design(run, size=50, families=("cheap_qa",)), mia)
    assert {cell["family"] for cell in audit.cells} == {"cheap_qa"}


def test_the_overlap_is_read_twice(mia, run):
    audit = actions.open_audit(design(run, size=4, overlap=1.0), mia)
    assert {item.seats for item in items(audit)} == {2}
    assert queries.audit_progress(audit.pk).total == 8


def test_a_control_item_is_served_like_any_other_and_left_out_of_estimates(mia, run):
    frame = {unit.episode_id for unit in read_frame(design(run)).units}
    spare = (frame - set(drawn(actions.open_audit(design(run, size=2), mia)))).pop()
    controls = (ControlItem(spare, Decision.INCORRECT),)
    audit, rita = actions.open_audit(design(run, size=2, controls=controls), mia), reviewer()
    assert (audit.size, len(items(audit))) == (2, 3)
    for _ in range(3):
        label_next(audit, rita)
    actions.close_audit(audit.pk, mia)
    counts = queries.report(audit.pk).counts
    assert counts.drawn == counts.compared == 2
    assert (counts.controls_right.numerator, counts.controls_right.denominator) == (0, 1)


def test_a_control_of_no_judgeable_run_is_refused(mia, run):
    executed_run("CheapFirst")
    episode = Episode.objects.filter(run__agent__name="CheapFirst").first()
    controls = (ControlItem(episode.pk, Decision.CORRECT),)
    with pytest.raises(Refused, match="people can judge"):
        actions.open_audit(design(run, controls=controls), mia)
    assert not Audit.objects.exists()


def test_every_problem_of_a_design_is_named_at_once(mia, run):
    bad = design(run, title=" ", rubric="", seed="", size=0, overlap=2.0)
    with pytest.raises(Refused) as refusal:
        actions.open_audit(bad, mia)
    codes = {problem.code for problem in refusal.value.problems}
    assert codes == {"no_title", "no_rubric", "no_seed", "bad_size", "bad_overlap"}


def test_only_maintainers_open_close_amend_and_adjudicate(mia, run):
    rita = reviewer()
    with pytest.raises(NotAllowed):
        actions.open_audit(design(run), rita)
    audit = actions.open_audit(design(run), mia)
    item = items(audit)[0]
    for call in (
        lambda: actions.close_audit(audit.pk, rita),
        lambda: actions.amend_item(item.pk, rita, "Q?", ()),
        lambda: actions.adjudicate(item.pk, rita, Decision.CORRECT, "Because."),
    ):
        with pytest.raises(NotAllowed):
            call()


def test_the_planner_knows_of_many_new_items_at_once():
    bare_audit(size=BATCH)
    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples FROM pg_class WHERE relname = 'audit_app_item'")
        assert cursor.fetchone()[0] >= BATCH
