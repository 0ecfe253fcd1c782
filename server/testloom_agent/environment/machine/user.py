"""The user and the host that tests run with: a neutral user on an unnamed host.

This also holds while modules are imported. Anything that a module keeps of these values then differs
from the values in the finished test, so no test asserts it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from testloom_agent.likeness import like

USER, HOST = "user", "host"
SHELL = "/bin/sh"
EVERYWHERE = ("root", "daemon", "nobody", "nogroup")
"""Accounts and groups that exist on all systems."""
LEAST_ID, NOBODY = 1000, 65534
"""The first user id that is assigned to a person, and the id of the user `nobody`."""
NODE = 0x010203040506
"""A MAC address that no network card has: the lowest bit of its first byte says so."""


def hide_machine() -> None:
    """Have the system give other names to the one who runs this process, and to the machine."""
    if sys.platform == "win32":
        return
    import socket

    real_system = os.uname

    def uname() -> os.uname_result:
        system = real_system()
        return os.uname_result((system[0], HOST, *system[2:]))

    def gethostname() -> str:
        return HOST

    def getlogin() -> str:
        return USER

    if "platform" in sys.modules:
        vars(sys.modules["platform"])["_uname_cache"] = None  # it may have remembered the real one
    os.uname, os.getlogin = like(real_system, uname), like(os.getlogin, getlogin)
    socket.gethostname = like(socket.gethostname, gethostname)
    _hide_network_card()
    _hide_accounts()
    _hide_groups()


def _hide_network_card() -> None:
    import uuid  # it makes `platform` cache the host, which must be replaced by then

    def getnode() -> int:
        return NODE

    vars(uuid).update(getnode=getnode, _generate_time_safe=None)  # else uuid1 asks the system itself


def _hide_accounts() -> None:
    import pwd

    own, group, home = os.getuid(), os.getgid(), os.environ.get("HOME", "/")

    def account(name: str, number: int, group: int, home: str) -> Any:
        return pwd.struct_passwd((name, "x", number, group, name, home, SHELL))

    known = [entry for name in EVERYWHERE if (entry := _found(pwd.getpwnam, name)) is not None]
    shared = [account(entry.pw_name, entry.pw_uid, entry.pw_gid, entry.pw_dir) for entry in known]
    user = account(USER, own, group, home)

    def getpwuid(uid: int, /) -> Any:
        if _is_person(uid) and uid != own:
            return account(USER, uid, uid, home)
        return _entry([user, *shared], 2, uid, "getpwuid(): uid")

    def getpwnam(name: str, /) -> Any:
        return _entry([*shared, user], 0, name, "getpwnam(): name")

    def getpwall() -> list[Any]:
        return [*shared, user]

    _replace(pwd, getpwuid, getpwnam, getpwall)


def _hide_groups() -> None:
    import grp

    own = os.getgid()

    def group(name: str, number: int) -> Any:
        return grp.struct_group((name, "x", number, []))

    known = [entry for name in EVERYWHERE if (entry := _found(grp.getgrnam, name)) is not None]
    shared = [group(entry.gr_name, entry.gr_gid) for entry in known]
    user = group(USER, own)

    def getgrgid(id: int) -> Any:
        return group(USER, id) if _is_person(id) else _entry([user, *shared], 2, id, "getgrgid(): gid")

    def getgrnam(name: str) -> Any:
        return _entry([*shared, user], 0, name, "getgrnam(): name")

    def getgrall() -> list[Any]:
        return [*shared, user]

    _replace(grp, getgrgid, getgrnam, getgrall)


def _found(find: Callable[[str], Any], name: str) -> Any:
    try:
        return find(name)
    except KeyError:
        return None


def _is_person(number: Any) -> bool:
    return isinstance(number, int) and number >= LEAST_ID and number != NOBODY


def _entry(entries: Sequence[Any], place: int, wanted: object, what: str) -> Any:
    """Find the first entry that has the wanted value at a position."""
    kind = str if place == 0 else int
    if not isinstance(wanted, kind):
        raise TypeError(f"{what} must be {kind.__name__}, not {type(wanted).__name__}")
    found = next((entry for entry in entries if entry[place] == wanted), None)
    if found is None:
        raise KeyError(f"{what} not found: {wanted!r}")
    return found


def _replace(module: ModuleType, *functions: Any) -> None:
    """Replace the functions of a module that have the same names as these."""
    for function in functions:
        name = function.__name__
        setattr(module, name, like(getattr(module, name), function))
