"""Reading request bodies, bounded before anything is held in memory or on disk."""

from typing import IO, Any

from django.conf import settings
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser, MultiPartParser

FORM_OVERHEAD_BYTES = 64 * 1024
"""Room for a form's other fields and its boundaries beside the file."""


class TooLarge(APIException):
    status_code = 413
    default_code = "too_large"

    def __init__(self, limit: int) -> None:
        super().__init__(f"The body has more than {limit:,} bytes, the most that is taken here.")


class BoundedJSONParser(JSONParser):
    def parse(self, stream: IO[Any], media_type: Any = None, parser_context: Any = None) -> Any:
        """Raises ParseError also for nesting that no honest client sends."""
        _check_length(parser_context, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError("JSON parse error - nested too deeply") from None


class BoundedMultiPartParser(MultiPartParser):
    """For uploads of archives."""

    def parse(self, stream: IO[Any], media_type: Any = None, parser_context: Any = None) -> Any:
        _check_length(parser_context, settings.ARCHIVE_MAX_BYTES + FORM_OVERHEAD_BYTES)
        return super().parse(stream, media_type, parser_context)


def _check_length(parser_context: Any, limit: int) -> None:
    length = parser_context["request"].META.get("CONTENT_LENGTH") or 0
    if int(length) > limit:
        raise TooLarge(limit)
