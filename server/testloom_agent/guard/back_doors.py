"""Audit events for operations for which Python raises none, so that the same rules apply to them.

`mkfifo` and `mknod` make files, `os.open` does not report which folder a path is relative to, and
`_posixsubprocess.fork_exec` starts a program bypassing `subprocess`. A socket that is given the name
of a host looks it up before it reports the address. Signals can be sent to open processes, the
scheduling of processes can be changed, and administrators can set the clock and become others.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from testloom_agent.likeness import like

NOWHERE = -1
ADDRESSED = {
    "bind": "socket.bind",
    "connect": "socket.connect",
    "connect_ex": "socket.connect",
    "sendto": "socket.sendto",
}
"""Methods of sockets whose last argument is an address, and the event for each."""
SCHEDULING = ("nice", "setpriority", "sched_setaffinity", "sched_setparam", "sched_setscheduler")
"""Functions that change how a process is scheduled, perhaps another one; `nice(0)` changes nothing."""
UNTOLD = {
    **dict.fromkeys(("setuid", "seteuid", "setreuid", "setresuid"), "os.setuid"),
    **dict.fromkeys(("setgid", "setegid", "setregid", "setresgid", "setgroups", "initgroups"), "os.setuid"),
    **dict.fromkeys(("chroot", "setns", "unshare", "setsid", "setpgid", "setpgrp"), "os.setuid"),
    "pidfd_send_signal": "os.kill",
    "clock_settime": "time.clock_settime",
    "clock_settime_ns": "time.clock_settime",
}
"""Functions that report nothing, and the event for each."""


def watch_back_doors() -> None:
    """Wrap the functions wherever the standard library keeps them."""
    doors = {"mkfifo": _made, "mknod": _made, "open": _opened, "fork_exec": _started, "_fork_exec": _started}
    doors |= {**dict.fromkeys(SCHEDULING, _scheduled), **dict.fromkeys(UNTOLD, _told)}
    for name in ("os", "posix", "_posixsubprocess", "subprocess", "signal", "_signal", "time"):
        module = _load(name)
        for door, wrap in doors.items():
            real = getattr(module, door, None)
            if callable(real):
                _replace(module, door, real, wrap(real))


def watch_sockets() -> None:
    """Have sockets tell the address that they are given before they look it up."""
    import socket

    kind: Any = socket.socket
    for name, event in ADDRESSED.items():
        setattr(kind, name, _addressed(getattr(kind, name), event))


def _scheduled(real: Callable[..., Any]) -> Callable[..., Any]:
    kind = (os.PRIO_PROCESS,) if real.__name__ == "setpriority" else ()

    def schedule(*args: Any, **named: Any) -> Any:
        whose = (*args, *(named[name] for name in ("which", "who") if name in named))
        if whose[: len(kind) + 1] not in ((*kind, 0), (*kind, os.getpid())):
            sys.audit("os.setpriority", *whose)
        return real(*args, **named)

    return schedule


def _told(real: Callable[..., Any]) -> Callable[..., Any]:
    event = UNTOLD[real.__name__]

    def told(*args: Any, **named: Any) -> Any:
        sys.audit(event, *args)
        return real(*args, **named)

    return told


def _addressed(real: Callable[..., Any], event: str) -> Callable[..., Any]:
    audit = sys.audit

    def told(sock: Any, *args: Any) -> Any:
        if args:
            audit(event, sock, args[-1])
        return real(sock, *args)

    return like(real, told)


def _load(name: str) -> ModuleType | None:
    try:
        return sys.modules[name] if name == "subprocess" else __import__(name)
    except (ImportError, KeyError):
        return None


def _replace(module: Any, name: str, real: Any, wrapper: Any) -> None:
    setattr(module, name, like(real, wrapper))
    if real in os.supports_dir_fd:
        os.supports_dir_fd.add(wrapper)


def _made(real: Callable[..., Any]) -> Callable[..., Any]:
    def make(path: Any, *args: Any, dir_fd: int | None = None, **more: Any) -> Any:
        sys.audit("os.mkdir", path, 0, NOWHERE if dir_fd is None else dir_fd)
        return real(path, *args, dir_fd=dir_fd, **more)

    return make


def _opened(real: Callable[..., Any]) -> Callable[..., Any]:
    def opened(path: Any, flags: int, *args: Any, dir_fd: int | None = None, **more: Any) -> Any:
        if dir_fd is not None:
            folder = os.readlink(f"/proc/self/fd/{dir_fd}")
            sys.audit("open", os.path.join(folder, os.fsdecode(path)), None, flags)
        return real(path, flags, *args, dir_fd=dir_fd, **more)

    return opened


def _started(real: Callable[..., Any]) -> Callable[..., Any]:
    def start(*args: Any) -> Any:
        sys.audit("subprocess.Popen", *args[:2], None, None)
        return real(*args)

    return start
