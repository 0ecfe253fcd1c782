"""Observes tests, and discards values that differ the second time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from testloom.model.execution import Executor, Observation, Warned
from testloom.model.observed import (
    Collection,
    Dict,
    Instance,
    Long,
    Opaque,
    Prefix,
    Scalar,
    Sized,
    Value,
    is_same,
    type_of,
)
from testloom.model.statements import TestCase
from testloom.model.texts.messages import WORD, common_message, common_start
from testloom.model.texts.stability import MAX_TEXT, UNSTABLE

LEAST_PREFIX, MOST_PREFIX = 6, 60
"""The shortest and longest common prefix of two texts that is asserted.

A shorter prefix is not worth asserting, a longer one is not suitable.
"""
PLAIN_TYPES = ("bool", "int", "float", "complex", "str", "bytes", "list", "tuple", "set", "frozenset", "dict")
SIZED_TYPES = ("str", "bytes", "list", "tuple", "set", "frozenset", "dict")

NOTHING_SEEN: Mapping[str, list[Observation]] = MappingProxyType({})


def observe_stable(
    tests: Sequence[TestCase], executor: Executor, seen: Mapping[str, list[Observation]] = NOTHING_SEEN
) -> list[list[Observation] | None]:
    """Observe each test in a process of its own and again in a shared one, and keep what is the same.

    Tests in `seen` were already observed in a process of their own, by their `wire`, and are run only in
    the shared one. A value that differs is left out of its observation; None stands for a test that ended
    differently.
    """
    if not tests:
        return []
    unseen = [test for test in tests if test.wire not in seen]
    found = executor.observe(unseen) if unseen else []
    known = {**seen, **{test.wire: observed for test, observed in zip(unseen, found, strict=True)}}
    return observe_again(tests, [known[test.wire] for test in tests], executor)


def observe_again(
    tests: Sequence[TestCase], first: Sequence[list[Observation]], executor: Executor
) -> list[list[Observation] | None]:
    """Observe tests again in a shared process, and keep what agrees with their first observations.

    A test that is lost anyway is not run again, as that may take its limit once more: it was denied
    something, such as to leave a thread, or has no observations.
    """
    asked = [n for n, one in enumerate(first) if one and not any(entry.denied for entry in one)]
    seen = executor.observe([tests[n] for n in asked], together=True) if asked else []
    second = dict(zip(asked, seen, strict=True))
    return [common_to(one, second[n]) if n in second else one or None for n, one in enumerate(first)]


def common_to(one: Sequence[Observation], other: Sequence[Observation]) -> list[Observation] | None:
    """Keep what two observations of a test agree on; None if it ended differently."""
    if [entry.statement for entry in one] != [entry.statement for entry in other]:
        return None
    if [_kind(entry) for entry in one] != [_kind(entry) for entry in other]:
        return None
    return [_common(a, b) for a, b in zip(one, other, strict=True)]


def _kind(entry: Observation) -> str | None:
    return None if entry.exception is None else entry.exception.type


def _common(one: Observation, other: Observation) -> Observation:
    exception = one.exception
    if exception is not None and other.exception is not None:
        message = common_message(exception.message, other.exception.message)
        text = exception.text if exception.text == other.exception.text else None
        exception = replace(exception, message=message, text=text)
    return replace(
        one,
        value=_told(one.value, other.value),
        receiver=_same(one.receiver, other.receiver),
        arguments={
            reference: same
            for reference, value in one.arguments.items()
            if (same := _same(value, other.arguments.get(reference))) is not None
        },
        exception=exception,
        denied=one.denied or other.denied,
        output=one.output if one.output == other.output else "",
        warnings=_same_warnings(one.warnings, other.warnings),
        logs=one.logs if one.logs == other.logs else (),
        errors=one.errors if one.errors == other.errors else "",
        files=_same_files(one.files, other.files),
        states={path: value for path, value in one.states.items() if _same(value, other.states.get(path))},
    )


def _same_warnings(one: Sequence[Warned], other: Sequence[Warned]) -> tuple[Warned, ...]:
    """The warnings if both times they are of the same classes, with what their messages have in common."""
    if [warned.type for warned in one] != [warned.type for warned in other]:
        return ()
    pairs = zip(one, other, strict=True)
    return tuple(Warned(a.type, common_message(a.message, b.message)) for a, b in pairs)


def _same_files(
    one: Mapping[str, str | None] | None, other: Mapping[str, str | None] | None
) -> Mapping[str, str | None] | None:
    """The files that are there both times; the text of those that differ is unknown."""
    if one is None or other is None:
        return None
    return {path: text if text == other[path] else None for path, text in one.items() if path in other}


def _same(one: Value | None, other: Value | None) -> Value | None:
    """The value if both are reported alike; an object keeps what is alike of it."""
    if one is None or other is None:
        return None
    if is_same(one, other):
        return one
    if isinstance(one, Instance) and isinstance(other, Instance) and one.type == other.type:
        attributes = {
            name: value
            for name, value in one.attributes.items()
            if _same(value, other.attributes.get(name)) is not None
        }
        return replace(one, attributes=attributes)
    return None


def _told(one: Value | None, other: Value | None) -> Value | None:
    """What two results have in common."""
    same = _same(one, other)
    if _is_too_long(same):
        return _beginning(one, other) or _type_only(one, other)
    if same is not None and not _is_nondeterministic(same):
        return same
    return _beginning(one, other) or same or _type_only(one, other)


def _is_too_long(value: Value | None) -> bool:
    """Whether a value is reported, but no test can show it as a whole."""
    text = _text(value)
    return isinstance(value, Long) or (text is not None and len(text) > MAX_TEXT)


def _is_nondeterministic(value: Value) -> bool:
    text = _text(value)
    return text is not None and UNSTABLE.search(text) is not None


def _text(value: Value | None) -> str | None:
    if isinstance(value, Long):
        return value.start or None
    return value.value if isinstance(value, Scalar) and isinstance(value.value, str) else None


def _beginning(one: Value | None, other: Value | None) -> Prefix | None:
    """With what two texts begin, up to the end of a word; None if that is next to nothing."""
    texts = _text(one), _text(other)
    if texts[0] is None or texts[1] is None:
        return None
    common = common_start(texts[0], texts[1])
    found = UNSTABLE.search(common)
    whole = (common[: found.start()] if found else common.rstrip(WORD)).partition("\n")[0]
    if len(whole) > MOST_PREFIX:
        whole = whole[:MOST_PREFIX].rpartition(" ")[0]
    return Prefix(whole) if len(whole.strip()) >= LEAST_PREFIX else None


def _length(value: Value) -> int:
    """How long a text or a collection is; 0 for what has no length, or a text next to none."""
    content: object = None
    match value:
        case Dict(items=items):
            content = items[::2]
        case Collection(items=items):
            content = items
        case Scalar(value=bytes() as data):
            content = data.decode("latin-1")
        case Scalar():
            content = value.value
        case Long(type=name, length=length) if name.removeprefix("builtins:") in SIZED_TYPES:
            return length
    if isinstance(content, str) and (UNSTABLE.search(content) or content.isdigit()):
        return 0  # the length of an address or another number is random
    if isinstance(content, tuple):
        return len(content)
    return len(content) if isinstance(content, str) and len(content) > 1 else 0


def _type_only(one: Value | None, other: Value | None) -> Value | None:
    """What is left of values that differ: their length, else their type, if that is the same."""
    if one is None or other is None:
        return None
    length = _length(one)
    if length and length == _length(other) and one.kind == other.kind:
        return Sized(type_of(one), length)
    if isinstance(one, Long):
        return one
    names = [value.type if isinstance(value, Scalar) else value.kind for value in (one, other)]
    if names[0] == names[1] and names[0] in PLAIN_TYPES:
        return Opaque(f"builtins:{names[0]}")
    return None
