"""Successful results of functions that access processes and the network, by the functions' last names.

A double without explicit answers gives objects that are equal to nothing: code that checks the exit
status of a program then hardly ever goes on.
"""

from __future__ import annotations

from collections.abc import Mapping

from testloom.model.statements import Answer
from testloom.model.types import Scalar
from testloom.search.providers.builder import Builder

OUTCOMES: Mapping[str, Mapping[str, Scalar | tuple[Scalar, ...]]] = {
    "call": {"()": 0},
    "check_call": {"()": 0},
    "check_output": {"()": b""},
    "getoutput": {"()": ""},
    "getstatusoutput": {"()": (0, "")},
    "run": {"().returncode": 0, "().stdout": ""},
    "Popen": {"().communicate()": (b"", b""), "().returncode": 0, "().wait()": 0, "().poll()": 0},
    "kill": {"()": None},
    "system": {"()": 0},
    "socket": {"().recv()": b""},
    "create_connection": {"().recv()": b""},
    "gethostbyname": {"()": "127.0.0.1"},
}


def good_outcome(name: str, builder: Builder) -> tuple[Answer, ...]:
    """Return the answers of a function or class when all goes well; none if they are unknown."""
    return tuple(Answer(path, _made(value, builder)) for path, value in OUTCOMES.get(name, {}).items())


def _made(value: Scalar | tuple[Scalar, ...], builder: Builder) -> int:
    if isinstance(value, tuple):
        return builder.collection("tuple", *map(builder.literal, value))
    return builder.literal(value)
