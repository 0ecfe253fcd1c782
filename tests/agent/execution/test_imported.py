"""What installed packages leave in the interpreter when they are imported is no change of a test."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from testloom_agent.execution.isolation.state.imported import is_left_by_import
from testloom_agent.execution.isolation.state.module_state import ModuleState
from testloom_agent.execution.isolation.state.state_names import StateNames

LIBRARY = """\
import copyreg, os, sys

class Finder:
    @staticmethod
    def find_spec(name, path, target=None): return None

class Money: pass

def join(): sys.path.append(os.path.dirname(__file__))
def find(): sys.meta_path.append(Finder)
def copy(): copyreg.pickle(Money, lambda money: (Money, ()))
def lose(): del sys.path[0]
"""
CONTAINERS = {
    "join": "sys:path",
    "find": "sys:meta_path",
    "copy": "copyreg:dispatch_table",
    "lose": "sys:path",
}


@pytest.mark.parametrize(
    ("folder", "function", "is_told"),
    [
        ("site-packages", "join", False),
        ("site-packages", "find", False),
        ("site-packages", "copy", False),
        ("site-packages", "lose", True),
        ("project", "join", True),
        ("project", "find", True),
        ("project", "copy", True),
    ],
)
def test_only_what_an_installed_package_adds_of_its_own_is_not_told(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    own_modules: None,
    folder: str,
    function: str,
    is_told: bool,
) -> None:
    place = tmp_path / folder
    place.mkdir()
    (place / "joining_library.py").write_text(LIBRARY, encoding="utf-8")
    monkeypatch.syspath_prepend(str(place))
    library = importlib.import_module("joining_library")
    monkeypatch.setattr(sys, "path", [*sys.path[1:]])
    import copyreg

    held = {
        "sys:path": sys.path,
        "sys:meta_path": sys.meta_path,
        "copyreg:dispatch_table": copyreg.dispatch_table,
    }
    state = ModuleState([], shared=held, extra=())
    names = StateNames(state)
    names.prepare()

    getattr(library, function)()
    told = [changed.path for changed in names.changed()]
    restored = state.is_restored()

    assert told == ([CONTAINERS[function]] if is_told else [])
    assert restored
    assert not list(names.changed())


class Alike:
    """A finder that claims to equal any other."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = object.__hash__


def test_what_was_replaced_is_found_without_asking_it_what_it_equals() -> None:
    first = Alike()

    assert is_left_by_import([first, "/project"], [first, "".join(["/", "project"])])
    assert not is_left_by_import([first], [Alike()])
