"""Freezing calibrations: the only way that one comes to be."""

from typing import Any

from django.db import connection, transaction

from leaderboard_app.domain.meter.frozen import CalibrationDraft, FrozenCalibration
from leaderboard_app.domain.meter.pricing import PricingRule
from leaderboard_app.models import Calibration
from leaderboard_app.queries.calibrations import frozen_value, latest_calibration
from leaderboard_app.queries.meter import calibration_draft
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.domain.errors import Conflict, NotAllowed
from tasks_app.queries import bundle_spec

CALIBRATING = 0xCA11B
"""First key of the advisory lock under which one bundle is calibrated by one person at a time."""


@transaction.atomic
def calibrate_bundle(
    bundle_id: int,
    user: Any = None,
    pricing: PricingRule | None = None,
    seen_digest: str | None = None,
) -> FrozenCalibration:
    """Freeze the calibration of a meter bundle as it is now; the caller enqueues a publication.

    Without ``user`` it is the operator at the command line. ``pricing`` None: see
    ``usual_pricing``. ``seen_digest`` is that of the preview a person saw. The same calibration
    as the latest is not frozen again: the latest is returned.

    Raises NotAllowed (no maintainer), Conflict (no meter bundle, no price book, other runs than
    in the preview), Refused (with every reason why it cannot be made).
    """
    if user is not None and not getattr(user, "is_maintainer", False):
        raise NotAllowed("Only maintainers may calibrate a bundle.")
    if bundle_spec(bundle_id).kind is not BundleKind.METER:
        raise Conflict("Only a meter bundle is calibrated; this one has priced actions.")
    _wait_for_turn(bundle_id)
    draft = calibration_draft(bundle_id, pricing)
    if seen_digest not in (None, draft.digest):
        raise Conflict("The runs or the prices have changed since you looked; look once more.")
    latest = latest_calibration(bundle_id)
    if latest is not None and latest.frozen_digest == draft.digest:
        return latest
    return _frozen(bundle_id, draft, user, 1 + (latest.version if latest else 0))


def _wait_for_turn(bundle_id: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [CALIBRATING, bundle_id])


def _frozen(bundle_id: int, draft: CalibrationDraft, user: Any, version: int) -> FrozenCalibration:
    book = draft.pricing["book"]
    record = Calibration.objects.create(
        bundle_id=bundle_id,
        version=version,
        payload=draft.to_json(),
        digest=draft.digest,
        pricing=draft.pricing["rule"],
        book_version=None if book is None else int(book),
        book_digest=draft.pricing["book_digest"] or "",
        reference=list(draft.reference),
        parameters=draft.calibration.parameters.to_json(),
        created_by=user,
    )
    return frozen_value(record)
