"""The page of calibrations: what is frozen, what would be frozen now, and the button that does."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from leaderboard_app import actions
from leaderboard_app.board_choice import Option, joined
from leaderboard_app.domain.cost_figures import cost_figures
from leaderboard_app.domain.meter.frozen import CalibrationDraft, FrozenCalibration
from leaderboard_app.domain.meter.pricing import PricingRule
from leaderboard_app.domain.tables.calibration_tables import effort_table, strata_table
from leaderboard_app.grid_tabs import grid_tabs
from leaderboard_app.jobs import enqueue_publication
from leaderboard_app.meter_choice import MeterChoice
from leaderboard_app.queries import calibrations as queries
from leaderboard_app.queries.meter import calibration_draft
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.domain.errors import EcoAgentError, NotAllowed, Refused
from tasks_app.queries import BundleRow, all_bundles
from tasks_app.web.params import Param, Reading, read_params

USUAL = "usual"
PREVIEWS: Mapping[str, str] = {
    USUAL: "By what prices more episodes",
    PricingRule.REPORTED: "USD as reported",
    PricingRule.BOOK: "USD by the newest price book",
}
PARAMS = (
    Param("bundle"),
    Param("version", max_length=9),
    Param("preview", choices=tuple(PREVIEWS)),
)


@dataclass(frozen=True)
class Shown:
    """What the page shows of a bundle: what is frozen, what would be, or why there is neither."""

    bundles: tuple[BundleRow, ...]
    bundle: BundleRow | None
    note: str = ""
    draft: CalibrationDraft | None = None
    frozen: FrozenCalibration | None = None
    reasons: tuple[str, ...] = ()

    @property
    def calibration(self) -> CalibrationDraft | None:
        return self.frozen or self.draft


@require_safe
def calibration(request: HttpRequest) -> HttpResponse:
    """The calibration of a bundle, or for people who are signed in what it would be now."""
    reading = read_params(request.GET, PARAMS)
    shown = _chosen(reading)
    if shown.bundle is None:
        return _page(request, reading, shown)
    if reading["preview"] and request.user.is_authenticated:
        return _page(request, reading, _with_draft(shown, shown.bundle, reading["preview"]))
    return _page(request, reading, _with_frozen(shown, shown.bundle, reading["version"]))


@require_POST
@login_required
def calibrate(request: HttpRequest) -> HttpResponse:
    """Freeze the preview whose digest is sent, and publish the grids anew."""
    reading = read_params(request.POST, PARAMS)
    shown = _chosen(reading)
    if shown.bundle is None:
        raise Http404
    digest = request.POST.get("digest", "")
    try:
        frozen = actions.calibrate_bundle(
            shown.bundle.id, request.user, _rule(reading["preview"]), seen_digest=digest
        )
    except NotAllowed as error:
        raise PermissionDenied from error
    except EcoAgentError as error:
        return _page(request, reading, replace(shown, reasons=_reasons(error)), status=409)
    enqueue_publication(shown.bundle.id)
    messages.success(request, f"Calibration {frozen.version} is frozen; the grids follow at once.")
    query = urlencode({"bundle": shown.bundle.ref, "version": frozen.version})
    return redirect(f"{reverse('calibration')}?{query}")


def _chosen(reading: Reading) -> Shown:
    """The bundle that the URL names, else the newest; only meter bundles are calibrated."""
    bundles = tuple(bundle for bundle in all_bundles() if bundle.kind == BundleKind.METER)
    wanted = reading["bundle"]
    if wanted is None:
        return Shown(bundles, next(iter(bundles), None), reading.note)
    found = next((one for one in bundles if wanted in (one.ref, one.name)), None)
    note = "" if found else f"There is no meter bundle {wanted}."
    return Shown(bundles, found, joined(reading.note, note))


def _with_frozen(shown: Shown, bundle: BundleRow, version: str | None) -> Shown:
    if version is None:
        return replace(shown, frozen=queries.latest_calibration(bundle.id))
    found = queries.frozen_calibration(bundle.id, int(version)) if version.isdecimal() else None
    note = "" if found else f"There is no calibration {version} of {bundle.ref}."
    return replace(shown, frozen=found, note=joined(shown.note, note))


def _with_draft(shown: Shown, bundle: BundleRow, preview: str) -> Shown:
    try:
        return replace(shown, draft=calibration_draft(bundle.id, _rule(preview)))
    except EcoAgentError as error:
        return replace(shown, reasons=_reasons(error))


def _rule(preview: str | None) -> PricingRule | None:
    return None if preview in (None, USUAL) else PricingRule(preview)


def _reasons(error: EcoAgentError) -> tuple[str, ...]:
    if isinstance(error, Refused):
        return tuple(problem.message for problem in error.problems)
    return (str(error),)


def _page(request: HttpRequest, reading: Reading, shown: Shown, status: int = 200) -> HttpResponse:
    kept = {"bundle": shown.bundle.ref} if shown.bundle else {}
    context: dict[str, Any] = {
        "pages": grid_tabs("calibration", MeterChoice(kept=kept)),
        "shown": shown,
        "preview": reading["preview"] or "",
        "bundles": _bundle_options(shown),
        "previews": _preview_options(shown, reading["preview"]),
        "versions": _version_options(shown),
    }
    if shown.bundle is not None and shown.calibration is not None:
        context["strata"] = strata_table(shown.calibration)
        context["effort"] = effort_table(shown.calibration, _task_href(shown.bundle.ref))
        context["figures"] = cost_figures(shown.calibration)
    return render(request, "leaderboard/calibration.html", context, status=status)


def _task_href(ref: str) -> Callable[[str], str]:
    return lambda task_id: reverse("task-detail", args=[ref, task_id])


def _bundle_options(shown: Shown) -> list[Option]:
    return [Option(one.ref, _query(bundle=one.ref), one == shown.bundle) for one in shown.bundles]


def _preview_options(shown: Shown, current: str | None) -> list[Option]:
    if shown.bundle is None:
        return []
    return [
        Option(title, _query(bundle=shown.bundle.ref, preview=name), name == current)
        for name, title in PREVIEWS.items()
    ]


def _version_options(shown: Shown) -> list[Option]:
    if shown.bundle is None:
        return []
    versions = queries.calibration_versions(shown.bundle.id)
    current = shown.frozen.version if shown.frozen else None
    return [
        Option(str(one), _query(bundle=shown.bundle.ref, version=str(one)), one == current)
        for one in versions
    ]


def _query(**values: str) -> str:
    return f"?{urlencode(values)}"
