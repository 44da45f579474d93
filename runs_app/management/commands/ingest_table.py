"""Takes a table of results from a file: the same path as in the browser, in this process."""

from argparse import ArgumentTypeError
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from runs_app.actions import archives, result_tables
from runs_app.actions.result_tables import Taking
from runs_app.domain.archive.facts import BundleFacts
from runs_app.domain.result_tables.account import (
    mapping_phrases,
    passes_sentence,
    unknown_sentences,
)
from runs_app.domain.result_tables.conversion import Checked, Conversion
from runs_app.domain.result_tables.fields import ResultField
from runs_app.domain.result_tables.guessing import guessed_mapping
from runs_app.domain.result_tables.result_mapping import ResultMapping
from runs_app.models import Archive, Visibility
from runs_app.queries.result_tables import kept_mapping, meter_facts, own_mappings
from tasks_app.domain.canonical import sha256_hex
from tasks_app.domain.errors import EcoAgentError, Refused
from tasks_app.domain.foreign_tables import ForeignTable, open_table
from tasks_app.domain.foreign_tables.limits import LIMITS


def pair(text: str) -> tuple[ResultField, str]:
    """``FIELD=NAME`` of an option; a blank name takes the field out."""
    field, sign, name = text.partition("=")
    if not sign or field not in set(ResultField):
        raise ArgumentTypeError(f"{text}: FIELD=NAME with one of {', '.join(ResultField)}.")
    return ResultField(field), name


class Command(BaseCommand):
    help = "Take a table of results (CSV, JSON, JSON Lines) as runs over a meter bundle."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--bundle", required=True, help="NAME@VERSION of a meter bundle")
        parser.add_argument("--owner", required=True, help="name of a user who may submit")
        parser.add_argument("--mapping", help="a kept mapping of the owner; guessed by default")
        parser.add_argument(
            "--column", action="append", type=pair, default=[], metavar="FIELD=COLUMN"
        )
        parser.add_argument(
            "--constant", action="append", type=pair, default=[], metavar="FIELD=VALUE"
        )
        parser.add_argument("--first-repeat", type=int, choices=(0, 1), help="what it is called")
        parser.add_argument("--cached-apart", action="store_true", help="input leaves out cached")
        parser.add_argument("--zero-cost-is-zero", action="store_true")
        parser.add_argument("--keep-as", metavar="NAME", help="keep the mapping for next time")
        parser.add_argument("--check", action="store_true", help="report only, take nothing")
        parser.add_argument("--private", action="store_true", help="keep the runs off the boards")

    def handle(self, *_args: Any, **options: Any) -> None:
        owner = get_user_model().objects.filter(username=options["owner"]).first()
        if owner is None:
            raise CommandError(f"There is no user {options['owner']}.")
        facts = meter_facts(options["bundle"])
        if facts is None:
            raise CommandError(f"There is no meter bundle {options['bundle']}.")
        try:
            self.read(owner, facts, options)
        except Refused as refused:
            for problem in refused.problems:
                self.stderr.write(f"{problem.message} {problem.hint}")
            raise CommandError(str(refused)) from None
        except (EcoAgentError, OSError) as error:
            raise CommandError(str(error)) from error

    def read(self, owner: Any, facts: BundleFacts, options: dict[str, Any]) -> None:
        path = options["file"]
        data = path.read_bytes()
        table = open_table(data)
        mapping = self.mapping(owner, table, options)
        self.stdout.write(f"Read as: {'; '.join(mapping_phrases(mapping))}.")
        conversion = Conversion(table, mapping, facts)
        checked = conversion.checked()
        self.show(conversion, checked)
        if options["check"]:
            return
        visibility = Visibility.PRIVATE if options["private"] else Visibility.PUBLIC
        taking = Taking(owner, path.name, sha256_hex(data), visibility)
        archive = result_tables.take_table(conversion, checked, taking)
        if options["keep_as"]:
            result_tables.keep_mapping(owner, options["keep_as"], mapping, facts.spec.ref)
        self.ingest(archive)

    def mapping(self, owner: Any, table: ForeignTable, options: dict[str, Any]) -> ResultMapping:
        """The kept mapping, or the guess, with what the options change in it."""
        if options["mapping"]:
            kept = own_mappings(owner).filter(name=options["mapping"]).first()
            if kept is None:
                raise CommandError(f"{owner} has kept no mapping {options['mapping']}.")
            base = kept_mapping(kept)
        else:
            base = guessed_mapping(table.columns, islice(table.rows(), LIMITS.sampled))
        first = options["first_repeat"]
        return replace(
            base.changed(dict(options["column"]), dict(options["constant"])),
            first_repeat=base.first_repeat if first is None else first,
            cached_apart=base.cached_apart or options["cached_apart"],
            zero_cost_is_unknown=base.zero_cost_is_unknown and not options["zero_cost_is_zero"],
        )

    def show(self, conversion: Conversion, checked: Checked) -> None:
        for tally in checked.configurations.values():
            self.stdout.write(passes_sentence(tally))
        for sentence in unknown_sentences(checked):
            self.stdout.write(sentence)
        for problem in result_tables.table_problems(conversion, checked, ""):
            self.stderr.write(f"{problem.message} {problem.hint}")
        unlisted = checked.problem_count - len(checked.problems)
        if unlisted:
            self.stderr.write(f"{unlisted} more problems are counted but not listed.")
        if checked.problem_count:
            raise CommandError(f"Nothing is taken: {checked.problem_count} problem(s).")

    def ingest(self, archive: Archive) -> None:
        archives.ingest_archive(archive.pk)
        archive.refresh_from_db()
        self.stdout.write(archive.reason)
        for run in archive.runs.select_related("agent"):
            self.stdout.write(f"run {run.pk}: {run.agent.name}, {run.terms}, {run.status}")
        if archive.status != Archive.Status.SCORED:
            raise CommandError("The archive made of the table was not taken.")
