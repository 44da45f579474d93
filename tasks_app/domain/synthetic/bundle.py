"""The synthetic meter bundle: thirty tasks of three kinds, and other wordings of nine of them."""

from collections.abc import Iterator

from tasks_app.domain.bundle_format import sealed
from tasks_app.domain.bundle_spec import Bundle, BundleKind, BundleSpec
from tasks_app.domain.meter_task import Descriptions, MeterTask, TaskSet
from tasks_app.domain.prices import PriceSchedule
from tasks_app.domain.synthetic.configurations import SOURCES
from tasks_app.domain.synthetic.kinds import KINDS, TaskDraft
from tasks_app.domain.synthetic.subjects import SUBJECTS

NAME, VERSION = "synthetic-meter", "1"
TITLE = "Synthetic: thirty small tasks on files, for the demo of AgentMeter"
ABOUT = (
    "Synthetic. The tasks are generated and no agent was ever run on them: episodes of the demo "
    "are drawn at random from a seed, to show what the pages do."
)
CORE_OF_EACH, OPT_OF_EACH = 5, 3
"""Tasks of each kind in the core and the opt set: the first ones of SUBJECTS."""


def synthetic_bundle() -> Bundle:
    """The bundle, sealed: the same bytes whenever it is built."""
    tasks = [_task(kind, place) for kind in KINDS for place, _ in enumerate(SUBJECTS)]
    spec = BundleSpec(
        name=NAME,
        version=VERSION,
        title=TITLE,
        description=ABOUT,
        licence="CC0-1.0",
        kind=BundleKind.METER,
        sources=(),
        prices=PriceSchedule({}, {}),
        families={},
        proxy_cap=None,
        counts={name.value: sum(name in task.sets for task in tasks) for name in TaskSet},
        selection={},
        tasks_sha256="",
        canonical_sha256="",
    )
    return sealed(spec, meter_tasks=tasks)


def kind_of(task_id: str) -> str:
    """The kind of a synthetic task, by its id."""
    return task_id.partition("-")[0]


def _task(kind: str, place: int) -> MeterTask:
    subject = SUBJECTS[place]
    draft = KINDS[kind](subject)
    return MeterTask(
        task_id=f"{kind}-{subject.name}",
        instruction="Work in the folder that you are given, and stop when the work is done.",
        artifacts=draft.artifacts,
        outputs=draft.outputs,
        success_criteria=list(draft.criteria),
        source={"dataset": "synthetic", "kind": kind, "evaluation": list(draft.evaluation)},
        sets=tuple(_sets(place)),
        descriptions=_descriptions(draft, place < OPT_OF_EACH),
    )


def _sets(place: int) -> Iterator[TaskSet]:
    yield TaskSet.FULL
    if place < CORE_OF_EACH:
        yield TaskSet.CORE
    if place < OPT_OF_EACH:
        yield TaskSet.OPT


def _descriptions(draft: TaskDraft, is_opt: bool) -> Descriptions:
    """The wordings; each source has its own order, and all keep every sentence."""
    original = " ".join((draft.asked[0], *draft.rest))
    if not is_opt:
        return Descriptions(original, None, {})
    *middle, last = draft.rest
    orders = (
        (draft.asked[1], *draft.rest),
        (last, draft.asked[0], *middle),
        (draft.asked[2], *reversed(draft.rest)),
        (*middle, draft.asked[1], last),
    )
    generic = " ".join((draft.asked[1], last, *middle))
    texts = (" ".join(order) for order in orders)
    return Descriptions(original, generic, dict(zip(SOURCES, texts, strict=True)))
