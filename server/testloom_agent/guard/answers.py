"""Results for programs and shared libraries that modules use while they are imported.

Some libraries ask a program for its version when they are imported, or set up functions of a shared
library, and cannot be imported otherwise. A program is not started: it seems to have succeeded without
output. A shared library of the system is loaded, if it exists, but each of its functions returns 0 and
does nothing, unless it only sets how memory may be used, or holds a pointer in an object of Python. Later
calls are refused.
"""

from __future__ import annotations

import ctypes
import inspect
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, TypeAlias

from testloom_agent.likeness import like

Trusting: TypeAlias = Callable[[], AbstractContextManager[None]]
IMPORTING = "<frozen importlib._bootstrap>"
"""The file of the frames in which Python imports a module."""
PIPES = ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")
NO_PIPE = -1
OF_MEMORY = frozenset({"mprotect"})
"""Functions that only change how the process may use its own memory.

To ask the processor for its features, a library writes the instruction for that there, and would crash
if the memory were not executable.
"""
OF_CAPSULES = "PyCapsule_"
"""The prefix of functions of Python's own for the objects that hold a pointer."""


def answer_imports(trusting: Trusting) -> None:
    """Wrap how `subprocess` starts a program, and how `ctypes` loads a library.

    Within `trusting()` the guard lets things happen.
    """
    _answer_programs()
    _answer_libraries(trusting)


def _answer_programs() -> None:
    kind: Any = subprocess.Popen
    real = kind._execute_child
    parameters = inspect.signature(real)

    def execute_child(process: Any, *args: Any, **kwargs: Any) -> None:
        if not is_importing():
            real(process, *args, **kwargs)
            return
        given = parameters.bind(process, *args, **kwargs).arguments
        if given["c2pwrite"] != NO_PIPE:
            os.write(given["c2pwrite"], _answer(given["args"]))
        process._close_pipe_fds(*[given[name] for name in PIPES])
        process.pid, process.returncode = 0, 0

    kind._execute_child = like(real, execute_child)


class ForeignFunction:
    """Stands in for a function of a shared library that was not loaded; its types may be set."""

    _as_parameter_ = None
    """The pointer that it is for `ctypes`: to nothing."""

    def __init__(self, found: Any) -> None:
        self.__name__ = str(found[0] if isinstance(found, tuple) else found)

    def __call__(self, *_arguments: Any) -> int:
        """Do nothing while a module is imported; afterwards, ask the guard, which refuses."""
        if not is_importing():
            sys.audit("ctypes.call_function", self.__name__, ())
        return 0


def _answer_libraries(trusting: Trusting) -> None:
    kind: Any = ctypes.CDLL
    load, look_up = kind.__init__, kind.__getitem__

    def init(library: Any, name: Any, *args: Any, **kwargs: Any) -> None:
        if not (is_importing() and _is_of_system(name)):
            load(library, name, *args, **kwargs)
            return
        with trusting():
            load(library, name, *args, **kwargs)

    def getitem(library: Any, name: Any) -> Any:
        if not is_importing():
            return look_up(library, name)
        with trusting():
            found = look_up(library, name)  # raises the original error if there is no such function
        is_harmless = name in OF_MEMORY or str(name).startswith(OF_CAPSULES)
        return found if is_harmless else ForeignFunction(name)

    kind.__init__, kind.__getitem__ = like(load, init), like(look_up, getitem)


def _is_of_system(name: Any) -> bool:
    """Check whether a shared library is searched for in the system's folders, or is the program itself."""
    return name is None or os.path.basename(os.fsdecode(name)) == os.fsdecode(name)


def _answer(command: Any) -> bytes:
    """Return the output of a program that is asked for its version; nothing for any other request."""
    words = command.split() if isinstance(command, str) else [os.fsdecode(part) for part in command]
    if len(words) < 2 or words[-1].lstrip("-").lower() not in ("version", "v"):
        return b""
    return f"{os.path.basename(words[0])} version 2.40.0\n".encode()


def is_importing() -> bool:
    """Check whether a module is being imported."""
    frame = sys._getframe()
    while frame.f_back is not None:
        frame = frame.f_back
        if frame.f_code.co_filename == IMPORTING:
            return True
    return False
