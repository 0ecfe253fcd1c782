"""Frames: the messages between the agent and a worker over a pair of pipes (docs/agent-protocol.md)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from os import readv, writev
from struct import Struct
from typing import Any

HEADER = Struct(">IB")


class EndOfWire(Exception):
    """The other side has closed the pipe."""


def read_into(descriptor: int, view: memoryview) -> None:
    """Fill `view` from the pipe.

    Raises:
        EndOfWire: if the pipe ends before.
    """
    while view:
        count = readv(descriptor, [view])
        if not count:
            raise EndOfWire
        view = view[count:]


def read_header(descriptor: int) -> tuple[str, int]:
    """Read a frame's kind and the length of its body."""
    header = bytearray(HEADER.size)
    read_into(descriptor, memoryview(header))
    length, kind = HEADER.unpack(header)
    return chr(kind), length


def write_frame(descriptor: int, kind: str, parts: Sequence[bytes]) -> None:
    """Write one frame whose body is the concatenation of `parts`.

    Raises:
        EndOfWire: if nobody reads the pipe any more.
    """
    body = b"".join(parts)
    left = memoryview(HEADER.pack(len(body), ord(kind)) + body)
    try:
        while left:
            left = left[writev(descriptor, [left]) :]
    except BrokenPipeError:
        raise EndOfWire from None


def write_answer(descriptor: int, answer: Any) -> None:
    """Answer the request with `answer` as JSON."""
    write_frame(descriptor, "=", [json.dumps(answer, separators=(",", ":")).encode("ascii")])


def write_failure(
    descriptor: int,
    code: str,
    what: str,
    advice: str,
    line: int | None = None,
    withheld: Sequence[str] = (),
) -> None:
    """Answer that the request failed; `withheld` are private files that were read before."""
    failure = {"code": code, "what": what, "advice": advice, "line": line, "withheld": list(withheld)}
    write_frame(descriptor, "!", [json.dumps(failure).encode("ascii")])
