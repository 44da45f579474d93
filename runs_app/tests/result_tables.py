"""Tables of results on the hand-made meter bundle, as a test wants them."""

from runs_app.domain.archive.facts import BundleFacts
from runs_app.domain.descriptions import described_tasks
from runs_app.domain.result_tables.conversion import Conversion
from runs_app.domain.result_tables.guessing import guessed_mapping
from runs_app.domain.result_tables.result_mapping import ResultMapping
from tasks_app.domain.foreign_tables import open_table
from tasks_app.tests.meter_bundles import meter_bundle

HEADER = "task_id,model,cli,reward,cost_usd,total_tokens,steps"
ROWS = (
    "m00,model-a,cli-x,1,0.5,1000,4",
    "m01,model-a,cli-x,0,0.25,2000,8",
    "m00,model-b,cli-x,0.5,,,",
)


def csv(*rows: str, header: str = HEADER) -> bytes:
    """A table of results; without rows, one of three."""
    return "\n".join((header, *(rows or ROWS), "")).encode()


def meter_facts() -> BundleFacts:
    bundle = meter_bundle()
    described = described_tasks(bundle.meter_tasks)
    return BundleFacts(bundle.spec, dict.fromkeys(described["original"], ""), {}, described)


def conversion(data: bytes, mapping: ResultMapping | None = None, **changes) -> Conversion:
    """A table under a mapping, by default the guess, with fields that ``changes`` sets."""
    table = open_table(data)
    base = mapping or guessed_mapping(table.columns, table.rows())
    return Conversion(table, base.changed({}, changes), meter_facts())


def problems(found: Conversion) -> list[tuple[int, str, str]]:
    return [(each.row, each.column, each.message) for each in found.checked().problems]
