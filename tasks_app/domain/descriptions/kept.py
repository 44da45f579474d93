"""What a candidate has lost: named things, bounds, constraints, roles and the objective."""

from collections import Counter
from collections.abc import Iterator

from tasks_app.domain.descriptions import constraints as binding
from tasks_app.domain.descriptions.anchors import Anchors
from tasks_app.domain.descriptions.findings import Finding, FindingCode, in_candidate, in_original
from tasks_app.domain.descriptions.named_things import Anchor, AnchorKind
from tasks_app.domain.descriptions.quantities import bounds
from tasks_app.domain.descriptions.reading import Reading
from tasks_app.domain.descriptions.roles import roles
from tasks_app.domain.descriptions.words import concepts, coverage

OBJECTIVE_KEPT = 0.5
REQUIREMENT_KEPT = 0.34
"""Shares of concepts below which the objective, or a clause that binds nothing, is lost."""

_MISSING = {
    AnchorKind.FILE: (FindingCode.MISSING_FILE, "The original names the file {}; it is gone."),
    AnchorKind.OUTPUT: (FindingCode.MISSING_OUTPUT, "The output {} is required; it is gone."),
    AnchorKind.QUOTE: (FindingCode.MISSING_QUOTE, "The original says {} word for word."),
    AnchorKind.COMMAND: (FindingCode.MISSING_QUOTE, "The original gives the command {}."),
    AnchorKind.NAME: (FindingCode.MISSING_NAME, "The original names {}; it is gone."),
}


def lost(original: Reading, anchors: Anchors, candidate: Reading) -> Iterator[Finding]:
    """Everything of the original that the candidate does not keep, with its place there."""
    yield from _lost_objective(anchors, candidate)
    yield from _lost_things(anchors, candidate)
    yield from _lost_numbers(anchors, candidate)
    yield from _lost_bounds(original, candidate)
    yield from _lost_qualifiers(original, candidate)
    yield from _lost_clauses(original, candidate)
    yield from _changed_roles(original, candidate)


def _lost_objective(anchors: Anchors, candidate: Reading) -> Iterator[Finding]:
    goal = anchors.objective
    if coverage(concepts(goal.text), concepts(candidate.text)) < OBJECTIVE_KEPT:
        reason = "What the task is for, its first sentence, is not there any more."
        yield in_original(FindingCode.MISSING_OBJECTIVE, goal.start, goal.end, reason)


def _lost_things(anchors: Anchors, candidate: Reading) -> Iterator[Finding]:
    given = {thing.key for thing in candidate.things}
    seen: set[str] = set()
    for thing in anchors.of(*_MISSING):
        if thing.key in seen or thing.key in given or _is_said(thing, candidate):
            continue
        seen.add(thing.key)
        code, reason = _MISSING[thing.kind]
        yield in_original(code, thing.start, thing.end, reason.format(thing.text))


def _is_said(thing: Anchor, given: Reading) -> bool:
    """Whether the thing stands in a text in another dress: unquoted, or opening a sentence."""
    if thing.kind is AnchorKind.NAME:
        return occurs(thing.key, given.plain.casefold())
    return thing.kind is AnchorKind.QUOTE and len(thing.key) > 3 and occurs(thing.key, given.text)


def occurs(wanted: str, text: str) -> bool:
    """Whether ``wanted`` stands in ``text`` with no letter or digit running on at either end."""
    place = text.find(wanted)
    while place >= 0:
        before, after = text[place - 1 : place], text[place + len(wanted) :][:1]
        if not (_runs_on(before, wanted[0]) or _runs_on(after, wanted[-1])):
            return True
        place = text.find(wanted, place + 1)
    return False


def _runs_on(neighbour: str, edge: str) -> bool:
    return bool(neighbour) and neighbour.isalnum() and edge.isalnum()


def _lost_numbers(anchors: Anchors, candidate: Reading) -> Iterator[Finding]:
    """A number that counts two things has to come twice."""
    given = Counter(thing.key for thing in candidate.things if thing.kind is AnchorKind.NUMBER)
    seen: dict[str, set[str]] = {}
    for thing in anchors.of(AnchorKind.NUMBER):
        counted = seen.setdefault(thing.key, set())
        if thing.about in counted:
            continue
        counted.add(thing.about)
        if len(counted) > given[thing.key]:
            reason = f"The original says {thing.text}; the candidate does not, or less often."
            yield in_original(FindingCode.MISSING_NUMBER, thing.start, thing.end, reason)


def _lost_bounds(original: Reading, candidate: Reading) -> Iterator[Finding]:
    """The same number bounding in another direction; a number that is gone is told elsewhere."""
    given = {(bound.sign, bound.key) for bound in bounds(candidate.text)}
    wanted = {(bound.sign, bound.key) for bound in bounds(original.text)}
    numbers = {thing.key for thing in candidate.things}
    for bound in bounds(original.text):
        if bound.key in numbers and (bound.sign, bound.key) not in given:
            reason = f"The original bounds this number ({bound.sign}); the candidate does not."
            yield in_original(FindingCode.CHANGED_CONSTRAINT, bound.start, bound.end, reason)
    known = {thing.key for thing in original.things}
    for bound in bounds(candidate.text):
        # "Exactly" before a plain number says no more than the number did.
        is_new = bound.sign != "=" and (bound.sign, bound.key) not in wanted
        if bound.key in known and is_new:
            reason = f"The candidate bounds this number ({bound.sign}); the original does not."
            yield in_candidate(FindingCode.CHANGED_CONSTRAINT, bound.start, bound.end, reason)


def _lost_qualifiers(original: Reading, candidate: Reading) -> Iterator[Finding]:
    for name, pattern in binding.QUALIFIERS.items():
        match, given = pattern.search(original.plain), pattern.search(candidate.plain)
        if match and not given:
            reason = f"The original asks for {name}; the candidate does not."
            yield in_original(FindingCode.MISSING_CONSTRAINT, *match.span(), reason)
        elif given and not match:
            reason = f"The candidate asks for {name}; the original does not."
            yield in_candidate(FindingCode.CHANGED_CONSTRAINT, *given.span(), reason)


def _lost_clauses(original: Reading, candidate: Reading) -> Iterator[Finding]:
    given = binding.statements(candidate)
    everything = concepts(candidate.plain)
    for demand in binding.parts(original):
        place = demand.clause.start, demand.clause.end
        if demand.is_binding:
            if not binding.kept(demand, given):
                reason = "No clause of the candidate keeps this constraint."
                yield in_original(FindingCode.MISSING_CONSTRAINT, *place, reason)
        elif coverage(demand.concepts, everything) < REQUIREMENT_KEPT:
            reason = "The candidate does not say this."
            yield in_original(FindingCode.MISSING_REQUIREMENT, *place, reason)


def _changed_roles(original: Reading, candidate: Reading) -> Iterator[Finding]:
    before, after = roles(original), roles(candidate)
    for key, role in after.items():
        if key in before and before[key].word != role.word:
            reason = f"The original has it {before[key].word}, the candidate {role.word}."
            yield in_candidate(FindingCode.CHANGED_ROLE, role.start, role.end, reason)
