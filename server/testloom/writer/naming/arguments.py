"""The arguments of a test's call, and the environment that it prepares, in phrases."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator, Mapping

from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
)
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.subject import Callable, Subject
from testloom.model.suite import AssertedTest
from testloom.model.types import Scalar, alternatives
from testloom.writer.layout.usage import arguments_of
from testloom.writer.rendering.environment import Written
from testloom.writer.syntax.words import MAX_SLUG, in_digits, slug, snake

_OTHER = re.compile(r"[^A-Za-z0-9]+")
NUMBERS = ("decimal:Decimal", "fractions:Fraction")
_UNKNOWN = frozenset({"any", "object"})
_PLAIN = frozenset({"str", "bytes", "int", "float", "complex", "bool", "none", "literal"})
_COLLECTIONS = frozenset({"list", "tuple", "dict", "set", "frozenset"})
LONG = 40
SIGNS = {
    "/": "slash", "\\": "backslash", ".": "dot", "-": "dash", "_": "underscore", "'": "quote",
    '"': "double quote", "#": "hash", "@": "at sign", "$": "dollar", "^": "caret",
}  # fmt: skip
"""The usual names of signs that Unicode names differently."""


def arguments_in_words(test: AssertedTest, subject: Subject) -> Iterator[str]:
    """Yield a phrase for each plain argument of the calls, beginning with the last call.

    Phrases for the environment and for the items of collections follow. The number of items comes last where
    there are several: the items say more.
    """
    statements: dict[int, Statement] = {entry.id: entry for entry in test.case.statements}
    given = [
        (_content(statements[reference], statements), name, subject.callables.get(statement.callable))
        for statement in reversed(test.case.calls)
        for reference, name in arguments_of(statement, subject.callables.get(statement.callable))
    ]
    arguments = [(value, snake(name).replace("_", " ")) for value, name, _ in given]
    odd = [_is_odd(value, name, called) for value, name, called in given]
    environment = [entry for entry in test.case.statements if isinstance(entry, EnvironmentStatement)]
    collections = [(s, name) for s, name in arguments if isinstance(s, CollectionStatement)]
    several = [(s, name) for s, name in collections if len(s.items) > (2 if s.kind == "dict" else 1)]
    phrases = [
        _odd_argument(statement, name) if is_odd else _argument(statement, name)
        for (statement, name), is_odd in zip(arguments, odd, strict=True)
        if is_odd or (statement, name) not in several
    ]
    about = subject.capabilities.about
    phrases += [about(entry, Written).phrase(entry) for entry in environment]
    phrases += [_inside(statement, name, statements) for statement, name in collections if statement.items]
    phrases += [_argument(statement, name) for statement, name in several]
    yield from filter(None, phrases)


def left_out(test: AssertedTest, subject: Subject) -> Iterator[str]:
    """Yield a phrase for each parameter that the last call of the test leaves at its default."""
    last = test.case.statements[-1] if test.case.statements else None
    known = subject.callables.get(test.callable)
    if known is None or not isinstance(last, CallStatement) or last.callable != test.callable:
        return
    taken = {name for _, name in arguments_of(last, known)}
    for parameter in known.parameters:
        if parameter.has_default and parameter.name.strip("_") not in taken:
            yield f"without {snake(parameter.name).replace('_', ' ')}"


def optional(test: AssertedTest, subject: Subject) -> Iterator[str]:
    """Yield a phrase for each argument that the last call of the test passes in place of a default."""
    last = test.case.statements[-1] if test.case.statements else None
    known = subject.callables.get(test.callable)
    if known is None or not isinstance(last, CallStatement) or last.callable != test.callable:
        return
    defaults = {parameter.name.strip("_") for parameter in known.parameters if parameter.has_default}
    for _, name in arguments_of(last, known):
        if name in defaults:
            yield f"with {snake(name).replace('_', ' ')}"


def _is_odd(given: Statement, name: str, called: Callable | None) -> bool:
    """Whether a collection or truth value goes to a parameter that is known to take something else."""
    parameters = called.parameters if called else ()
    asked = next((entry for entry in parameters if entry.name.strip("_") == name), None)
    kinds = {kind.name for kind in alternatives(asked.type)} - _UNKNOWN if asked else set()
    if asked and not kinds and asked.default is not None:
        kinds = {type(asked.default).__name__}
    match given:
        case CollectionStatement():
            return bool(kinds) and kinds <= _PLAIN
        case LiteralStatement(value=bool()):
            return bool(kinds) and kinds <= (_PLAIN | _COLLECTIONS) - {"bool", "literal"}
    return False


def _odd_argument(statement: Statement, name: str) -> str:
    """A phrase that tells an odd argument from the usual: an empty list from a text, False from a list."""
    match statement:
        case CollectionStatement(items=items, kind=kind):
            return f"with {'' if items else 'empty '}{kind} as {name}"
        case LiteralStatement(value=value):
            return f"with {name} {str(value).lower()}"
    return ""


def _content(statement: Statement, statements: Mapping[int, Statement]) -> Statement:
    """The statement of the value that a number or path is made of; any other statement as it is."""
    match statement:
        case CallStatement(callable=path, args=(reference,)) if path in NUMBERS:
            match statements[reference]:
                case LiteralStatement(value=str(text)) if (number := _read(text)) is not None:
                    return LiteralStatement(statement.id, number)
            return statements[reference]
        case CallStatement(callable="pathlib:Path" | "pathlib:PurePath", args=(reference,)):
            return statements[reference]
    return statement


def _read(text: str) -> float | None:
    """The number that a text represents, an int if it is whole; None if it is not a number."""
    try:
        number = float(text)
    except ValueError:
        return None
    return int(number) if number.is_integer() else number


def _argument(statement: Statement, name: str) -> str:
    match statement:
        case LiteralStatement(value=value):
            return given(value, name or "value")
        case CollectionStatement(items=items, kind=kind):
            count = len(items) // 2 if kind == "dict" else len(items)
            return (
                f"with {count} {'item' if count == 1 else 'items'} in {name or kind}"
                if count
                else f"with empty {name or kind}"
            )
        case ReferenceStatement(path=path):
            return f"with {snake(path.rpartition(':')[2].rpartition('.')[2])}".replace("_", " ")
    return ""


def _inside(statement: CollectionStatement, name: str, statements: Mapping[int, Statement]) -> str:
    """A phrase for the items of a small collection; empty if it would be too long."""
    words = [_item(statements[item]) for item in statement.items]
    text = " ".join(words)
    return f"with {name or statement.kind} {text}" if all(words) and len(text) <= MAX_SLUG else ""


def _item(statement: Statement) -> str:
    match statement:
        case LiteralStatement(value=int(number)) if not isinstance(number, bool):
            return in_digits(number)
        case LiteralStatement(value=str(text)):
            return text.lower() if len(text) == 1 and text.isalnum() else slug(text)
    return ""


def given(value: Scalar, name: str) -> str:
    """Render a plain value that is passed under a name as a phrase; empty if no phrase describes it."""
    match value:
        case None:
            return f"with {name} none"
        case bool():
            return f"{'with' if value else 'without'} {name}"
        case int():
            number = in_digits(value)
            return f"with {number} {name}" if number in ("zero", "") else f"with {name} {number}"
        case float() if value.is_integer():
            return f"with {name} {in_digits(int(value))}"
        case float():
            kind = "infinite" if math.isinf(value) else "negative" if value < 0 else "fractional"
            return f"with {kind} {name}"
        case complex():
            return f"with complex {name}"
        case str() | bytes():
            return _given_text(value, name)
    return ""


def _given_text(value: str | bytes, name: str) -> str:
    if not value:
        return f"with empty {name}"
    if value.isspace():
        return f"with blank {name}"
    if isinstance(value, bytes):
        return f"with {name} of {len(value)} bytes"
    if not value.isascii():
        return f"with non ascii {name}"
    if "\n" in value or len(value) > LONG:
        return f"with multiline {name}" if "\n" in value else f"with long {name}"
    if len(value) == 1 and not value.isalnum() and value.isprintable():
        return f"with {name} {SIGNS.get(value) or unicodedata.name(value).lower().replace('-', ' ')}"
    words = slug(" ".join(_OTHER.sub(" ", value.replace("'", "")).split()))
    return f"with {name} {words}" if words else ""
