"""Seccomp: the kernel refuses this process and its children some system calls.

Code in C, such as drivers of databases, reports none of its calls to the audit hook. Landlock restricts
neither local sockets and UDP nor starting programs, and TCP only from Linux 6.7 on. Seccomp needs Linux
4.17 and no privileges; see https://docs.kernel.org/userspace-api/seccomp_filter.html.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from struct import pack
from typing import NamedTuple

SET_NO_NEW_PRIVS = 38
SET_FILTER, SPEED_AS_BEFORE = 1, 1 << 2
LOAD, IS_EQUAL, RETURN = 0x20, 0x15, 0x06
"""Instructions: load a word, skip instructions depending on whether it equals another, and return."""
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16
"""The places of the words about a call; each argument has two, the lower one first."""
ALLOWED, REFUSED = 0x7FFF0000, 0x00050000 | errno.EACCES
ADDRESS = 4
"""The position of the address that `sendto` has if its socket is not connected."""


class Calls(NamedTuple):
    """The numbers of an architecture and of its system calls."""

    architecture: int
    seccomp: int
    connect: int
    sendto: int
    execve: int
    execveat: int


KNOWN = {
    "x86_64": Calls(0xC000003E, 317, 42, 44, 59, 322),
    "aarch64": Calls(0xC00000B7, 277, 203, 206, 221, 281),
}


def restrict_calls(*, network: bool = False, programs: bool = False) -> bool:
    """Forbid this process for good to contact anybody and to become a program; false if that is impossible.

    Call it before the audit hook is installed, which forbids ctypes.

    Args:
        network: leave connections alone.
        programs: leave programs alone.
    """
    calls = KNOWN.get(os.uname().machine) if sys.platform == "linux" and sys.maxsize > 1 << 32 else None
    if calls is None:
        return False
    try:
        import ctypes
    except ImportError:  # this Python was built without it
        return False
    instructions = list(_filter(calls, network=network, programs=programs))
    program = ctypes.create_string_buffer(b"".join(instructions))
    described = pack("=H6xQ", len(instructions), ctypes.addressof(program))
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    return bool(libc.syscall(calls.seccomp, SET_FILTER, SPEED_AS_BEFORE, described) == 0)


def _filter(calls: Calls, *, network: bool, programs: bool) -> Iterator[bytes]:
    """Yield the instructions of a filter that returns whether a call is allowed."""
    yield _instruction(LOAD, ARCHITECTURE)
    yield from _unless(calls.architecture, [_instruction(RETURN, ALLOWED)])
    yield _instruction(LOAD, NUMBER)
    refused = [*([] if network else [calls.connect]), *([] if programs else [calls.execve, calls.execveat])]
    for number in refused:
        yield from _if(number, [_instruction(RETURN, REFUSED)])
    if not network:
        yield from _if(calls.sendto, list(_unless_null(ADDRESS)))
    yield _instruction(RETURN, ALLOWED)


def _unless_null(argument: int) -> Iterator[bytes]:
    """Refuse the call if an argument is a pointer to something."""
    for word in (0, 4):
        yield _instruction(LOAD, FIRST_ARGUMENT + 8 * argument + word)
        yield from _unless(0, [_instruction(RETURN, REFUSED)])
    yield _instruction(RETURN, ALLOWED)


def _if(value: int, instructions: list[bytes]) -> list[bytes]:
    return [_instruction(IS_EQUAL, value, 0, len(instructions)), *instructions]


def _unless(value: int, instructions: list[bytes]) -> list[bytes]:
    return [_instruction(IS_EQUAL, value, len(instructions), 0), *instructions]


def _instruction(code: int, value: int, if_equal: int = 0, otherwise: int = 0) -> bytes:
    return pack("=HBBI", code, if_equal, otherwise, value)
