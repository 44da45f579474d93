"""The synthetic meter bundle and its episodes as files, to look at or to import elsewhere."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from runs_app.domain.synthetic.archives import ARCHIVES
from tasks_app.domain.bundle_format import write_bundle
from tasks_app.domain.synthetic.bundle import synthetic_bundle


class Command(BaseCommand):
    help = (
        "Writes the synthetic meter bundle and two archives of synthetic episodes into a folder: "
        "what the demo imports. The same bytes every time."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["folder"]
        folder.mkdir(parents=True, exist_ok=True)
        bundle = synthetic_bundle()
        write_bundle(bundle, folder / "synthetic-meter.zip")
        self.stdout.write(str(folder / "synthetic-meter.zip"))
        for name, archive in ARCHIVES.items():
            with (folder / name).open("wb") as file:
                file.writelines(archive(bundle))
            self.stdout.write(str(folder / name))
