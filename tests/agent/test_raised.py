"""What is said of an exception that came from what others have made."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from testloom_agent.execution.raised import Project, describe

LIBRARY = """
class Proxy:
    def __getattr__(self, name):
        raise RuntimeError("nobody is there")

    __bool__ = __call__ = lambda self, *given: self.anything

def call(number):
    raise RuntimeError(number)

current = Proxy()
"""
SUBJECT = """
from proxy_library import call, current

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
"""


@pytest.mark.parametrize(
    ("function", "through"),
    [("attribute", "current"), ("item", "current"), ("truth", "current"), ("later", "call")],
)
def test_an_error_of_an_object_that_a_module_holds_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str, through: str
) -> None:
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

    with pytest.raises(RuntimeError) as caught:
        getattr(subject, function)()

    assert describe(caught.value, Project(str(tmp_path), str(file)))["through"] == through
