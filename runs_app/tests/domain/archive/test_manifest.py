"""The manifest against its format, the archive's files and the bundle."""

import json
from dataclasses import replace

import pytest

from runs_app.domain.archive.findings import Findings
from runs_app.domain.archive.limits import LIMITS
from runs_app.domain.archive.manifest import BundleRef, read_manifest
from runs_app.domain.episode import AgentSpec, CompositeMode, Track
from runs_app.tests.archives import (
    AGENT,
    ArchiveDraft,
    episode,
    errors_in,
    findings_in,
    tar_gz_of,
    zip_of,
)
from tasks_app.tests.factories import mini_bundle

BUNDLE = ArchiveDraft().full_manifest()["bundle"]
LISTED = ArchiveDraft().full_manifest()["files"]["episodes.jsonl"]


def with_agent(**changes) -> dict:
    return {"agents": [AGENT | changes]}


def with_bundle(**changes) -> dict:
    return {"bundle": BUNDLE | changes}


def with_files(**changes) -> dict:
    return {"files": {"episodes.jsonl": LISTED | changes}}


ONE_PROBLEM = {
    "no format": ({"format": ...}, "missing_key"),
    "another format": ({"format": "ecoagent-episodes/2"}, "wrong_format"),
    "format as number": ({"format": 1}, "wrong_type"),
    "no bundle": ({"bundle": ...}, "missing_key"),
    "unknown bundle": (with_bundle(version="99"), "unknown_bundle"),
    "tasks digest": (with_bundle(tasks_sha256="0" * 64), "bundle_digest"),
    "canonical digest": (with_bundle(canonical_sha256="0" * 64), "bundle_digest"),
    "short digest": (with_bundle(tasks_sha256="abc"), "wrong_value"),
    "no agents": ({"agents": ...}, "missing_key"),
    "unknown track": (with_agent(track="fast"), "wrong_value"),
    "oracle of tool_api": (with_agent(composite_mode="oracle"), "oracle_mode"),
    "script address": (with_agent(url="javascript:alert(1)"), "wrong_value"),
    "long model name": (with_agent(model="m" * 201), "text_too_long"),
    "model over two lines": (with_agent(model="a\nb"), "wrong_value"),
    "model turned around": (with_agent(model="a\u202eb"), "wrong_value"),
    "agent twice": ({"agents": [AGENT, AGENT]}, "duplicate_agent"),
    "no labels": ({"budget_labels": ...}, "missing_key"),
    "label of our own": ({"budget_labels": ["main", "huge"]}, "wrong_value"),
    "labels as text": ({"budget_labels": "main"}, "wrong_type"),
    "no files": ({"files": ...}, "missing_key"),
    "files as list": ({"files": ["episodes.jsonl"]}, "wrong_type"),
    "episodes as text": (with_files(episodes="12"), "wrong_type"),
    "wrong number of episodes": (with_files(episodes=11), "count_mismatch"),
    "wrong digest": (with_files(sha256="0" * 64), "file_digest"),
    "file in a folder": ({"files": {"episodes.jsonl": LISTED, "a/episodes.jsonl": LISTED}},
                         "file_name"),
    "file of another name": ({"files": {"episodes.jsonl": LISTED, "data.jsonl": LISTED}},
                             "file_name"),
    "listed and absent": ({"files": {"episodes.jsonl": LISTED, "episodes-2.jsonl": LISTED}},
                          "missing_file"),
    "family counts": ({"family_counts": {"cheap_qa": 7}}, "count_mismatch"),
    "negative count": ({"family_counts": {"cheap_qa": -1}}, "negative_amount"),
    "long title": ({"title": "t" * 301}, "text_too_long"),
    "NUL": ({"title": "a\0b"}, "nul_character"),
}  # fmt: skip


@pytest.mark.parametrize(("changes", "code"), ONE_PROBLEM.values(), ids=ONE_PROBLEM)
def test_one_wrong_thing_in_the_manifest_is_one_problem(changes, code):
    problems = errors_in(ArchiveDraft(manifest=changes).zip())
    assert [(found, line) for found, _, line in problems] == [(code, None)]


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({"agents": []}, ["wrong_value"] + ["unknown_agent"] * 12),
        (with_agent(name="n" * 300), ["text_too_long"] + ["unknown_agent"] * 12),
        ({"budget_labels": []}, ["wrong_value"] + ["unknown_label"] * 12),
        ({"bundle": ..., "agents": ..., "files": ...}, ["missing_key"] * 3),
        ({"bundle": 1, "agents": {}, "files": None, "title": 5}, ["wrong_type"] * 4),
    ],
)
def test_all_problems_of_a_manifest_are_listed(changes, codes):
    found = [code for code, _, _ in errors_in(ArchiveDraft(manifest=changes).zip())]
    assert sorted(found) == sorted(codes)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "invalid_json"),
        (b"{", "invalid_json"),
        (b"[]", "invalid_json"),
        (b"null", "invalid_json"),
        (b'{"a":' * 50_000, "too_deep"),
        (b'{"format": "ecoagent-episodes/1", "x": NaN}', "not_finite"),
    ],
)
def test_a_hostile_manifest_is_refused(data, code):
    members = ArchiveDraft().members() | {"manifest.json": data}
    for pack in (zip_of, tar_gz_of):
        assert code in [found for found, _, _ in errors_in(pack(members))]


def test_a_manifest_is_read_up_to_its_limit_only():
    size = len(ArchiveDraft().members()["manifest.json"])
    for most, errors in ((size, []), (size - 1, [("manifest_too_large", "manifest.json", None)])):
        assert errors_in(ArchiveDraft().zip(), replace(LIMITS, manifest_bytes=most)) == errors


def test_a_manifest_of_very_many_keys_is_counted_not_listed():
    manifest = json.dumps({f"k{number}": 0 for number in range(5_000)}).encode()
    findings = findings_in(zip_of({"manifest.json": manifest, "episodes.jsonl": b""}))
    assert findings.by_code["unknown_key"] == 5_000
    assert len(findings.problems) <= 1_000 + findings.errors


def test_a_manifest_with_a_byte_order_mark_is_read():
    members = ArchiveDraft().members()
    members["manifest.json"] = b"\xef\xbb\xbf" + members["manifest.json"]
    assert errors_in(zip_of(members)) == []


def test_no_manifest_and_two_manifests_are_refused():
    assert errors_in(zip_of({"episodes.jsonl": b"{}"})) == [("no_manifest", "manifest.json", None)]
    two = ArchiveDraft(folder="a/").members() | ArchiveDraft(folder="b/").members()
    assert "several_manifests" in [code for code, _, _ in errors_in(zip_of(two))]


def test_a_manifest_three_folders_deep_is_not_looked_for():
    assert errors_in(ArchiveDraft(folder="a/b/c/").zip()) == [
        ("no_manifest", "manifest.json", None)
    ]


def test_files_beside_the_format_are_named_and_not_read():
    findings = findings_in(ArchiveDraft(extra={"README.md": b"Hello."}).zip())
    assert [(p.code, p.file, p.severity) for p in findings.problems] == [
        ("ignored_file", "README.md", "warning")
    ]


def test_episodes_that_are_not_listed_are_refused():
    draft = ArchiveDraft(extra={"episodes-2.jsonl": b"{}", "sub/episodes.jsonl": b"{}"})
    assert errors_in(draft.zip()) == [
        ("unlisted_file", "episodes-2.jsonl", None),
        ("unlisted_file", "sub/episodes.jsonl", None),
    ]


def test_an_archive_without_episodes_is_refused():
    assert errors_in(ArchiveDraft([]).zip()) == [("no_episodes", "", None)]
    assert errors_in(ArchiveDraft([], manifest={"files": {}}).zip()) == [
        ("unlisted_file", "episodes.jsonl", None)
    ]


def test_an_agent_whose_entry_is_broken_is_no_unknown_agent():
    assert errors_in(ArchiveDraft(manifest=with_agent(track="none")).zip()) == [
        ("wrong_value", "manifest.json", None)
    ]


def test_family_counts_may_be_the_bundles_or_those_covered():
    cheap = [task for task in mini_bundle().tasks if task.family == "cheap_qa"]
    for given, errors in ((3, 0), (2, 0), (1, 1)):
        draft = ArchiveDraft(
            [episode(task) for task in cheap[:2]], manifest={"family_counts": {"cheap_qa": given}}
        )
        assert len(errors_in(draft.zip())) == errors


def test_oracle_mode_is_for_the_scripted_track():
    agent = with_agent(track="scripted", composite_mode="oracle")
    assert errors_in(ArchiveDraft(manifest=agent).zip()) == []


def test_a_manifest_becomes_what_it_says():
    findings = Findings()
    manifest = read_manifest(ArchiveDraft().members()["manifest.json"], findings)
    spec = mini_bundle().spec
    assert findings.total == 0
    assert manifest.title == "A first try"
    assert manifest.bundle == BundleRef(
        "mini", "1", tasks_sha256=spec.tasks_sha256, canonical_sha256=spec.canonical_sha256
    )
    assert manifest.agents["Reader"] == AgentSpec(
        "Reader", Track.TOOL_API, "a-model", "a-loop", "Answer.", CompositeMode.EVIDENCE_ONLY,
        "https://example.org/reader",
    )  # fmt: skip
    assert manifest.budget_labels == ("main",)
