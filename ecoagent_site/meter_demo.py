"""The AgentMeter part of the demo: a synthetic bundle, its episodes, prices, and a calibration.

The episodes go the way of every upload: a worker reads them while the rest of the demo is made.
What an earlier demo left is left as it is.
"""

import time
from typing import Any

from django.core.files.base import ContentFile
from django.core.management import call_command

from ecoagent_site.models import User
from leaderboard_app.actions import publish_snapshot
from leaderboard_app.actions.calibrating import calibrate_bundle
from leaderboard_app.queries.calibrations import latest_calibration
from runs_app.actions import archives
from runs_app.domain.synthetic.archives import ARCHIVES
from runs_app.jobs import ingest_archive
from tasks_app import actions
from tasks_app.domain.bundle_spec import Bundle
from tasks_app.domain.errors import Conflict, EcoAgentError
from tasks_app.domain.synthetic.bundle import NAME, VERSION, synthetic_bundle
from tasks_app.domain.synthetic.configurations import PRICES
from tasks_app.queries import find_bundle, price_book

REF = f"{NAME}@{VERSION}"
WAIT_SECONDS = 60
POLL_SECONDS = 0.2
UNFINISHED = {"queued", "reading", "judging"}


class DemoError(Exception):
    """The demo could not be made, with the reason."""


def fill_price_book(maintainer: User) -> None:
    """The package's prices as version 1, and with those of the synthetic models as version 2."""
    call_command("fill_price_book", missing=True)
    book = price_book()
    if book is None or PRICES.keys() <= book.prices.keys():
        return
    actions.amend_price_book(book.version, book.as_of, PRICES, {}, maintainer.pk)


def send_archives(submitter: User) -> list[Any]:
    """Import the bundle and send its episodes to a worker; the archives, sent now or before.

    None where an earlier demo left another bundle or other episodes under the same names.
    """
    bundle = synthetic_bundle()
    try:
        actions.import_bundle(bundle)
        return [_sent(name, bundle, submitter) for name in ARCHIVES]
    except Conflict:
        return []


def _sent(name: str, bundle: Bundle, submitter: User) -> Any:
    file = ContentFile(b"".join(ARCHIVES[name](bundle)), name)
    archive = archives.receive_archive(file, submitter, idempotency_key=f"demo {REF} {name}")
    if archive.status in UNFINISHED:
        ingest_archive.delay(archive_id=str(archive.pk))
    return archive


def calibrate_and_publish(sent: list[Any], maintainer: User) -> None:
    """Freeze the first calibration once the episodes are stored, and publish the grid.

    Raises DemoError where the worker does not get there, or refuses its own archives.
    """
    _wait_until_stored(sent)
    bundle = find_bundle(REF)
    if bundle is None:
        raise DemoError(f"{REF} is gone.")
    try:
        if latest_calibration(bundle.id) is None:
            calibrate_bundle(bundle.id, maintainer)
    except EcoAgentError as error:
        raise DemoError(str(error)) from error
    publish_snapshot(bundle.id)


def _wait_until_stored(sent: list[Any]) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    for archive in sent:
        while archive.status in UNFINISHED:
            if time.monotonic() > deadline:
                raise DemoError(f"{archive.file_name} was not read within {WAIT_SECONDS} s.")
            time.sleep(POLL_SECONDS)
            archive.refresh_from_db(fields=["status", "reason"])
        if archive.status != "scored":
            raise DemoError(f"{archive.file_name}: {archive.reason}")
