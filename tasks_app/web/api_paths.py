"""What may stand in an address of the API or a page; importing this registers the converters."""

from django.urls import register_converter
from django.urls.converters import StringConverter


class Name(StringConverter):
    """A bundle's name (spec: bundle.json)."""

    regex = "[A-Za-z0-9][A-Za-z0-9_-]{0,99}"


class Version(StringConverter):
    """A bundle's version."""

    regex = "[A-Za-z0-9][A-Za-z0-9._+-]{0,49}"


class Ref(StringConverter):
    """A bundle by its name, with or without its version."""

    regex = f"{Name.regex}(?:@{Version.regex})?"


class TaskId(StringConverter):
    regex = "[A-Za-z0-9][A-Za-z0-9._:-]{0,99}"


class Digest(StringConverter):
    """A SHA-256 in hex digits."""

    regex = "[0-9a-f]{64}"


CONVERTERS = {
    "name": Name,
    "version": Version,
    "ref": Ref,
    "task_id": TaskId,
    "digest": Digest,
}
for type_name, converter in CONVERTERS.items():
    register_converter(converter, type_name)
