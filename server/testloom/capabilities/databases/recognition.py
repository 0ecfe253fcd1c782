"""Recognition of parameters and exceptions that have to do with a database."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set

from testloom.model.execution import RaisedException
from testloom.model.subject import Parameter, Subject
from testloom.model.types import ANY, TypeRef
from testloom.search.operators.directed.guide import Guide

KEYS = TypeRef("literal", values=(1, 2, 3))
"""The keys of the first rows of a table."""
OFTEN = 3
"""How often a parameter named like a key gets a key, for each time that it gets another value."""
MORE_STATEMENTS = 40
"""The number of additional statements allowed in a test that fills a database."""
UNBOUND = "Error binding parameter "
"""The start of sqlite3's message about a value that no column can hold, such as a dictionary."""
UNPREPARED = (UNBOUND, "no such table: ", "a result of Query-invoked autoflush", "Could not locate a bind")

NO_HASHES = frozenset(
    {
        "argon2.exceptions:InvalidHashError",
        "passlib.exc:MalformedHashError",
        "passlib.exc:UnknownHashError",
        "pwdlib.exceptions:UnknownHashError",
    }
)
NO_SALT = "Invalid salt"
"""The errors of libraries, and the message of bcrypt, about a text that is no hash of a password."""

_UNNUMBERED = re.compile(r"NOT NULL constraint failed: \w+\.id\b")
"""SQLite's message about a key that it does not number itself, as other databases do: a `BIGINT`."""


class DatabaseGuide(Guide):
    """Recognises errors raised where a test has created no table, or passes a value that no row can hold."""

    def blames_test(self, error: RaisedException) -> bool:
        """Check whether a table or a value of a row is missing, or a value is one that no row stores.

        Its type may be one that no row stores, or it is no hash of a password although it stands for one.
        """
        is_no_hash = error.type in NO_HASHES or error.message == NO_SALT
        is_unnumbered = _UNNUMBERED.search(error.message) is not None
        return is_no_hash or is_unnumbered or any(part in error.message for part in UNPREPARED)


def key_kind(parameter: Parameter) -> TypeRef | None:
    """Find the type of a parameter that is named and used like the key of a row; None for others."""
    kind, name = parameter.type, parameter.name
    if kind.name not in ("int", "any") or parameter.uses or not (name == "id" or name.endswith("_id")):
        return None
    return TypeRef("union", (*[KEYS] * OFTEN, kind))


def checked_kind(parameter: Parameter, classes: Iterable[str], subject: Subject) -> TypeRef | None:
    """Find the form of a text that is named like a column whose validator accepts no other; else None."""
    if parameter.type.name not in ("str", "any") or parameter.uses:
        return None
    stored = (subject.callables[name] for name in classes if name in subject.callables)
    columns = (column for made in stored for column in made.parameters if column.name == parameter.name)
    forms = (column.type for column in columns if column.type.limits and column.type.limits.pattern)
    form = next(forms, None)
    return None if form is None else TypeRef("union", (*[form] * OFTEN, parameter.type))


def is_told(parameter: Parameter, characteristic: Set[str], all_uses: Set[str]) -> bool:
    """Check whether an unannotated parameter is used in a characteristic way, and in no other."""
    uses = {*parameter.uses}
    return parameter.type == ANY and bool(uses & characteristic) and uses <= all_uses
