"""Archives as a submitter edits them: another agent's name, or three mistakes."""

import hashlib
import io
import json
import zipfile
from typing import Any


def renamed(archive: bytes, name: str) -> bytes:
    """The same episodes of an agent called otherwise."""
    manifest, lines = _unpacked(archive)
    for agent in manifest["agents"]:
        agent["name"] = name
    for line in lines:
        line["agent"] = name
    return _packed(manifest, [json.dumps(line) for line in lines])


def broken(archive: bytes) -> bytes:
    """The same with a broken line, an unknown task and a wrong digest."""
    manifest, lines = _unpacked(archive)
    lines[2]["task_id"] = "t-unknown"
    texts = [json.dumps(line) for line in lines]
    texts[4] = texts[4][:-1]
    return _packed(manifest, texts, sha256="0" * 64)


def _unpacked(archive: bytes) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        manifest = json.loads(packed.read("manifest.json"))
        lines = packed.read("episodes.jsonl").decode().splitlines()
    return manifest, [json.loads(line) for line in lines]


def _packed(manifest: dict[str, Any], lines: list[str], sha256: str = "") -> bytes:
    episodes = "".join(f"{line}\n" for line in lines).encode()
    manifest["files"]["episodes.jsonl"] = {
        "sha256": sha256 or hashlib.sha256(episodes).hexdigest(),
        "episodes": len(lines),
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", json.dumps(manifest))
        archive.writestr("episodes.jsonl", episodes)
    return packed.getvalue()
