"""Every kind of problem an archive can have: its title on the page and what to do about it."""

from dataclasses import dataclass

ERROR, WARNING = "error", "warning"


@dataclass(frozen=True)
class Kind:
    title: str
    hint: str
    severity: str = ERROR


def warning(title: str, hint: str) -> Kind:
    return Kind(title, hint, WARNING)


PACK = "Pack manifest.json and the episodes*.jsonl files into one .zip or .tar.gz."
REPACK = "Pack the files again, for example with Python's zipfile or with zip or tar."
PLAIN = "Put only plain files into the archive, with relative names and without links."
SMALLER = "Spread the episodes over several archives, or shorten long observations."
REHASH = "Compute the digest from the bytes of the file that is in the archive."

KINDS: dict[str, Kind] = {
    # The archive as a file
    "empty_file": Kind("Empty file", "The upload has no bytes: choose the file again."),
    "not_an_archive": Kind("No zip or tar.gz", PACK),
    "unreadable_archive": Kind("Archive cannot be read", REPACK),
    "empty_archive": Kind("Empty archive", PACK),
    "too_many_members": Kind("Too many files in the archive", SMALLER),
    "expands_too_far": Kind("Archive expands too far", SMALLER),
    "unsafe_path": Kind("Unsafe file name in the archive", PLAIN),
    "link": Kind("Link or device in the archive", PLAIN),
    "encrypted": Kind("Encrypted file in the archive", "Pack the files without a password."),
    "unsupported_compression": Kind("Unknown compression", "Use deflate or no compression."),
    "nested_archive": Kind("Archive within the archive", "Unpack it and pack its files instead."),
    "duplicate_member": Kind("Two files of one name", "Keep one of them."),
    "ignored_file": warning(
        "File that is not read", "Nothing to do; only manifest.json and episodes*.jsonl are read."
    ),
    # Manifest
    "no_manifest": Kind("No manifest", "Put manifest.json at the top of the archive."),
    "several_manifests": Kind("Several manifests", "Pack one submission an archive."),
    "manifest_too_large": Kind("Manifest too large", "Keep episodes out of manifest.json."),
    "wrong_format": Kind("Wrong format", 'Write "format": "ecoagent-episodes/1".'),
    "unknown_bundle": Kind(
        "Unknown bundle", "Name a bundle of this site; the page Bundles lists them."
    ),
    "bundle_digest": Kind(
        "Digest differs from the bundle's",
        "Run against the bundle as this site has it, and copy both digests from its page.",
    ),
    "duplicate_agent": Kind("Two agents of one name", "Give each agent a name of its own."),
    "oracle_mode": Kind(
        "Oracle mode outside the scripted track",
        'Write "composite_mode": "evidence_only", or "track": "scripted" for a control.',
    ),
    "no_configuration": Kind(
        "Agent without model or CLI",
        "Give the agent `model` and `scaffold` (the CLI): together they are what is compared.",
    ),
    "no_budgets": Kind(
        "Budget label in a meter archive", "Take the label out: a meter bundle has no budgets."
    ),
    "file_name": Kind("Wrong name of an episode file", "Name it episodes….jsonl, without folder."),
    "missing_file": Kind("Listed file is not there", "Add the file, or take it off `files`."),
    "unlisted_file": Kind("File is not listed", "List it under `files` with sha256 and episodes."),
    "file_digest": Kind("Digest differs from the file's", REHASH),
    "count_mismatch": Kind("Count differs", "Correct the count in manifest.json."),
    "too_many_runs": Kind("Too many runs", "Spread the runs over several archives."),
    "no_episodes": Kind("No episodes", "Add at least one episode."),
    # A line or a value
    "line_too_long": Kind("Line too long", "Shorten the observations of this episode."),
    "invalid_json": Kind("No valid JSON", "Write one JSON object a line, in UTF-8."),
    "not_finite": Kind("NaN or infinity", "Write null where a number is unknown."),
    "nul_character": Kind("NUL character", "Take \\u0000 out of the text."),
    "too_deep": Kind("Nested too deeply", "Write deeply nested parts as text."),
    "missing_key": Kind("Missing key", "Add it; docs/archive-format.md lists all keys."),
    "wrong_type": Kind("Value of the wrong type", "Write the value as described."),
    "wrong_value": Kind("Value out of range", "Write the value as described."),
    "negative_amount": Kind("Negative amount", "Write null where an amount is unknown."),
    "text_too_long": Kind("Text too long", "Shorten it to the length named."),
    "no_time_zone": Kind("Time without zone", "Write times like 2026-01-31T12:00:00Z."),
    "unknown_key": warning("Unknown key", "Nothing to do; the value is kept."),
    # An episode against its surroundings
    "unknown_agent": Kind("Unknown agent", "List the agent under `agents` in manifest.json."),
    "unknown_label": Kind(
        "Unlisted budget label", "List the label under `budget_labels` in manifest.json."
    ),
    "unknown_description": Kind(
        "Unknown description",
        "Write original, generic, a source of the bundle's descriptions, or a candidate's name.",
    ),
    "repeat_beyond": Kind(
        "Repeat beyond `repeats`", "Give the number of repeats as `repeats` in manifest.json."
    ),
    "unknown_task": Kind("Unknown task", "Use the task ids of the bundle named in manifest.json."),
    "unknown_action": Kind("Unknown action", "Use the actions that the bundle has a price for."),
    "unknown_tier": Kind("Unknown model tier", "Give run_model a tier the bundle has a price for."),
    "too_many_steps": Kind("Too many steps", "Split nothing: such an episode cannot be taken."),
    "duplicate_episode": Kind(
        "Episode twice",
        "Count attempts up: no two episodes of a run may have the same task and attempt.",
    ),
    "duplicate_label": Kind("Judge label twice", "Give one label a judge and rubric."),
    "missing_workspace": Kind(
        "No workspace measurements", "Add `workspace` to completed episodes of this track."
    ),
    "unknown_evidence": warning(
        "Evidence that is no document of the task", "Nothing to do; it does not count as evidence."
    ),
    "step_count_differs": Kind(
        "Number of steps differs", "Leave `step_count` out where `steps` are listed."
    ),
    "tokens_differ": warning(
        "Token counts contradict each other",
        "Check them: cached tokens are part of the input tokens, and these of the total.",
    ),
    "units_differ": warning(
        "Reported units differ", "Nothing to do; this site's sum counts, both are shown."
    ),
    "missing_tasks": warning(
        "Tasks without an episode", "Add them to be ranked; an incomplete row is shown unranked."
    ),
}
