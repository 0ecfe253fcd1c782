"""Audit events for operations for which Python raises none, so that the same rules apply to them.

`mkfifo` and `mknod` make files, `os.open` does not report which folder a path is relative to, and
`_posixsubprocess.fork_exec` starts a program bypassing `subprocess`. A socket that is given the name
of a host looks it up before it reports the address.
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


def watch_back_doors() -> None:
    """Wrap the functions wherever the standard library keeps them."""
    doors = {"mkfifo": _made, "mknod": _made, "open": _opened, "fork_exec": _started, "_fork_exec": _started}
    for name in ("os", "posix", "_posixsubprocess", "subprocess"):
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
