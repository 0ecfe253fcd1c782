"""What is said of an exception that came from what others have made."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testloom_agent.execution.project import Project
from testloom_agent.execution.reporting.raised import describe
from testloom_agent.execution.reporting.type_paths import type_path

LIBRARY = """
class Proxy:
    def __getattr__(self, name):
        raise RuntimeError("nobody is there")

    __bool__ = __call__ = lambda self, *given: self.anything

def call(number):
    raise RuntimeError(number)

class Answer:
    def raise_for_status(self):
        raise RuntimeError("404")

def stop() -> "t.NoReturn":
    call(1)

current = Proxy()
"""
SUBJECT = """
import proxy_library
from proxy_library import call, current, stop

def attribute():
    return current.user

def item():
    return [
        current(),
    ]

def truth():
    return call(1) if not current else 2

def function():
    return current is None or call(1)

def later():
    return "".join(call(1) for _ in "a")

def ended():
    stop()

def ended_there():
    return proxy_library.stop()

def made():
    raise type("Made", (RuntimeError,), {})

def refused():
    proxy_library.Answer().raise_for_status()

def local():
    class Local(RuntimeError):
        pass

    raise Local
"""


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], dict[str, Any]]:
    """What is said of the error that a function of the subject ends with."""
    libraries = tmp_path / "env" / "site-packages"
    libraries.mkdir(parents=True)
    (libraries / "proxy_library.py").write_text(LIBRARY)
    file = tmp_path / "proxy_subject.py"
    file.write_text(SUBJECT)
    for folder in (libraries, tmp_path):
        monkeypatch.syspath_prepend(folder)
    subject = importlib.import_module("proxy_subject")
    for name in ("proxy_subject", "proxy_library"):
        del sys.modules[name]

    def tell(function: str) -> dict[str, Any]:
        with pytest.raises(RuntimeError) as caught:
            getattr(subject, function)()
        return describe(caught.value, Project(str(tmp_path), str(file)))

    return tell


Told = Callable[[str], dict[str, Any]]


@pytest.mark.parametrize(
    ("function", "through"),
    [("attribute", "current"), ("item", "current"), ("truth", "current"), ("later", "call")],
)
def test_an_error_of_an_object_that_a_module_holds_names_it(told: Told, function: str, through: str) -> None:
    assert (told(function)["through"], told(function)["explicit"]) == (through, False)


@pytest.mark.parametrize("function", ["ended", "ended_there"])
def test_whoever_calls_what_never_returns_raises(told: Told, function: str) -> None:
    assert (told(function)["through"], told(function)["explicit"]) == ("", True)


@pytest.mark.parametrize("function", ["made", "local"])
def test_an_exception_that_no_test_can_import_goes_by_its_nearest_base(told: Told, function: str) -> None:
    assert told(function)["type"] == "builtins:RuntimeError"


def test_the_name_of_a_value_whose_class_nobody_can_import_says_so() -> None:
    kind = type("Made", (), {"__module__": __name__})

    assert type_path(kind) == f"{__name__}:<locals>.Made"
    assert type_path(Path) == "pathlib:Path"


def test_a_status_that_code_has_raised_for_is_its_own_exception(
    told: Callable[[str], dict[str, Any]],
) -> None:
    assert told("refused")["explicit"]
