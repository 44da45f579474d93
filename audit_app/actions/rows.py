"""Rows of statements that are written out, as objects of their models.

Serving asks a dozen small questions a request. Writing one takes Django longer than answering it
takes Postgres, so those that every request asks are written out.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Model

Row = Mapping[str, Any]
Values = Mapping[str, Any] | Sequence[Any]
Stored = TypeVar("Stored", bound=Model)


def first_row(statement: str, values: Values) -> Row | None:
    """The first row by names of its columns; None where there is none."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        row = cursor.fetchone()
        names = (column.name for column in cursor.description or ())
        return None if row is None else dict(zip(names, row, strict=True))


def first_column(statement: str, values: Values) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return [row[0] for row in cursor.fetchall()]


def object_of(model: type[Stored], row: Row, prefix: str = "") -> Stored:
    """The columns that begin with ``prefix``, as an object; others are read when asked for."""
    fields = [field for field in model._meta.concrete_fields if prefix + field.attname in row]
    values = [_value(field, row[prefix + field.attname]) for field in fields]
    return model.from_db(None, [field.attname for field in fields], values)


def _value(field: Any, stored: Any) -> Any:
    """JSON comes as text and is read by its field."""
    convert = getattr(field, "from_db_value", None)
    return stored if convert is None else convert(stored, None, connection)
