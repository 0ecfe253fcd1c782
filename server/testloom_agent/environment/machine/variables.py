"""Environment variables: reads and writes are noted, and a test case can set them."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Collection, Iterator
from typing import Any

from testloom_agent.environment.touches import Note

SURELY_THERE = frozenset({"HOME", "PATH", "TMPDIR", "TEMP", "TMP", "PWD"})
"""Variables that every process has, and that the guard sets for the scratch folder."""
LIBRARIES = frozenset(
    {"asyncio", "anyio", "fastapi", "flask", "httpx", "opentelemetry", "pydantic", "requests"}
    | {"rich", "starlette", "typer", "werkzeug"}
)
"""Libraries that pass requests and command lines to code, and read settings of their own meanwhile."""
RESTORING = frozenset({"_pytest", "typer"})
"""Libraries that restore variables they set temporarily, as `monkeypatch` does; other changes persist."""
COMPLETION = re.compile("_[A-Z0-9_]+_COMPLETE")
"""The variable by which a shell asks a program that uses click for completions."""
SHORTEST = 3
"""The shortest name of a package that is recognised as the prefix of a variable's name."""
BETWEEN = frozenset({"os", "_collections_abc", "collections.abc", __name__})


def _asking() -> str:
    """Find the package or module that reads or sets a variable."""
    frame: Any = sys._getframe(2)
    while frame is not None and (name := frame.f_globals.get("__name__", "")) in BETWEEN:
        frame = frame.f_back
    return "" if frame is None else name.partition(".")[0]


def _is_switch(name: str, package: str) -> bool:
    """Check whether a package names a variable after itself, to let users look into it: `SSLKEYLOGFILE`."""
    named = package.strip("_").upper()
    return len(named) >= SHORTEST and name.startswith(named)


def watch_variables(note: Note, own: Collection[str] = ()) -> None:
    """Have `os.environ`, which stays the object it is, note which variables are asked for, set or deleted.

    Of one that is emptied, only that is noted: what was in it is this machine's. `own` are the packages of
    the project.
    """
    kind: Any = type(os.environ)

    class Variables(kind):  # type: ignore[misc]
        def __getitem__(self, key: Any) -> Any:
            asking = _asking()
            is_of_library = asking in LIBRARIES or (asking not in own and _is_switch(str(key), asking))
            if key not in SURELY_THERE and not is_of_library and not COMPLETION.fullmatch(str(key)):
                note(("variable", key))
            elif key == "HOME":
                note(("home",))
            return super().__getitem__(key)

        def __setitem__(self, key: Any, value: Any) -> None:
            super().__setitem__(key, value)
            if _asking() not in RESTORING:
                note(("written", key))

        def __delitem__(self, key: Any) -> None:
            super().__delitem__(key)
            if _asking() not in RESTORING:
                note(("written", key))

        def clear(self) -> None:
            for key in list(self):
                super().__delitem__(key)
            note(("emptied",))

        def __iter__(self) -> Iterator[Any]:
            return iter([self.decodekey(key) for key in list(self._data)])

        def copy(self) -> dict[Any, Any]:
            return {self.decodekey(key): self.decodevalue(value) for key, value in self._data.items()}

    Variables.__qualname__ = Variables.__name__ = kind.__name__
    Variables.__module__ = kind.__module__
    os.environ.__class__ = Variables


def set_variable(name: str, value: str | None) -> None:
    """Set a variable for this test case, or take it away; the runner restores what was there."""
    environ: Any = os.environ
    if value is None:
        environ._data.pop(environ.encodekey(name), None)
    else:
        environ._data[environ.encodekey(name)] = environ.encodevalue(value)
