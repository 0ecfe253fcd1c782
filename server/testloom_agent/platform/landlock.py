"""Landlock: the kernel lets this process and its children write below certain folders only.

It needs Linux 5.13 and no privileges; see https://docs.kernel.org/userspace-api/landlock.html.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from struct import pack

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
VERSION_FLAG = 1
PATH_BENEATH = 1
SET_NO_NEW_PRIVS = 38

WRITE_FILE, TRUNCATE = 1 << 1, 1 << 14
# WRITE_FILE, and REMOVE_DIR to MAKE_SYM; reading and executing stay free
FIRST_RIGHTS = WRITE_FILE | sum(1 << bit for bit in range(4, 13))
REFER, BIND_AND_CONNECT = 1 << 13, 3
ABSTRACT_SOCKETS_AND_SIGNALS = 3


def restrict_writes(places: Iterable[str], network: bool = False) -> int:
    """Forbid this process for good to write elsewhere or to use TCP; returns Landlock's version, 0 if absent.

    Call it before the audit hook is installed, which forbids ctypes.

    Args:
        places: folders and files; what is not there is left out.
        network: leave TCP alone.
    """
    if sys.platform != "linux":
        return 0
    try:
        import ctypes
    except ImportError:  # this Python was built without it
        return 0
    libc = ctypes.CDLL(None, use_errno=True)
    syscall = libc.syscall
    syscall.restype = ctypes.c_long
    version = int(syscall(CREATE_RULESET, None, ctypes.c_size_t(0), VERSION_FLAG))
    if version < 1:
        return 0
    ruleset, rights = _ruleset(version, network)
    descriptor = int(syscall(CREATE_RULESET, ruleset, ctypes.c_size_t(len(ruleset)), 0))
    if descriptor < 0:
        return 0
    try:
        for path, granted in _grants((*places, os.devnull), rights):
            opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
            syscall(ADD_RULE, descriptor, PATH_BENEATH, pack("=Qi", granted, opened), 0)
            os.close(opened)
        libc.prctl(SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        return version if syscall(RESTRICT_SELF, descriptor, 0) == 0 else 0
    finally:
        os.close(descriptor)


def _ruleset(version: int, network: bool) -> tuple[bytes, int]:
    """Build the attributes for this version of Landlock, and the rights that it handles."""
    rights = FIRST_RIGHTS | (REFER if version >= 2 else 0) | (TRUNCATE if version >= 3 else 0)
    structure = pack("=Q", rights)
    if version >= 4:
        structure += pack("=Q", 0 if network else BIND_AND_CONNECT)
    if version >= 6:
        structure += pack("=Q", ABSTRACT_SOCKETS_AND_SIGNALS)
    return structure, rights


def _grants(places: Iterable[str], rights: int) -> list[tuple[str, int]]:
    of_file = rights & (WRITE_FILE | TRUNCATE)
    return [(place, rights if os.path.isdir(place) else of_file) for place in places if os.path.exists(place)]
