"""Validation of the statements that the agent reports (docs/agent-protocol.md): much of it becomes source.

Names are not validated here: the writer leaves out names that source cannot express.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from testloom.model.checks import fact, is_within, refused
from testloom.model.execution import Observation, RaisedException
from testloom.model.observed import DefaultAnswer, Instance, Made, Prefix, Same, Scalar, Sized, Value
from testloom.model.texts.names import is_name

DEEPEST = 20
"""The maximum nesting of values; the agent stops much earlier."""
DEEPEST_CAUSE = 3
_SURROGATE = re.compile("[\ud800-\udfff]")
"""A surrogate, that is, half of a character, which cannot be written to a file."""


def read_observations(data: Any, ids: Collection[int]) -> tuple[Observation, ...]:
    """Read the observations about statements of tests that have these ids.

    Raises:
        ValueError: if they break the protocol, with the reason.
    """
    told = msgspec.convert(data, tuple[Observation, ...], str_keys=True)
    known = frozenset((None, *ids))
    for observation in told:
        check_cause(observation.exception)
        for reference in (observation.statement, *observation.arguments):
            fact(reference in known, reference, "the id of a statement")
        for value in _values(observation):
            _check_value(value, known)
        _check_files(observation.files or {})
    return told


def check_cause(error: RaisedException | None) -> None:
    """Refuse an exception whose chain of causes is too long.

    Raises:
        ValueError: if it is.
    """
    causes = 0
    while error is not None:
        fact(causes <= DEEPEST_CAUSE, error.type, "an exception with so long a chain of causes")
        error, causes = error.cause, causes + 1


def _values(observation: Observation) -> Iterator[Value]:
    looked_at: Sequence[Value | None] = (observation.value, observation.receiver)
    yield from (value for value in looked_at if value is not None)
    yield from observation.arguments.values()
    yield from observation.states.values()


def _check_value(value: Value, known: Collection[int | None], depth: int = 0) -> None:
    """Refuse a value that is nested too deeply, of an invalid kind, or refers to an unknown statement."""
    fact(depth <= DEEPEST, value, "an encoded value that is not nested too deeply")
    match value:
        case Scalar():
            return
        case Same() | DefaultAnswer() | Instance():
            fact(value.reference in known, value.reference, "the id of a statement")
        case Made():
            for name in value.kwargs:
                fact(is_name(name), name, "a name")
        case Sized() | Prefix():
            raise refused(value, "a kind of value that is told")
    for part in value.parts():
        _check_value(part, known, depth + 1)


def _check_files(files: Mapping[str, str | None]) -> None:
    for path, content in files.items():
        fact(is_within(path), path, "one of the files in the folder of the test")
        fact(content is None or not _SURROGATE.search(content), content, "the text of a file")
