"""Tests for testloom_agent.reflection.sources: which parts of a class say something of an object."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from testloom_agent.reflection.sources import Sources

SOURCE = """
class Client:
    retries = 3

    def send(self, other):
        def again():
            return self._socket.send(other._timeout)
        return again()

    def wait(self):
        return self._timeout * self.retries
"""


def _said(*names: str) -> list[str]:
    tree = ast.parse(SOURCE)
    [node] = (part for part in tree.body if isinstance(part, ast.ClassDef))
    parts = Sources("client", "client.py", tree, "/").saying([node], names)
    return [part.name for part in parts if isinstance(part, ast.FunctionDef)]


def test_methods_that_say_an_attribute_of_their_object() -> None:
    assert _said("_timeout") == ["wait"]
    assert _said("_socket", "retries") == ["send", "wait"]
    assert _said("_unknown") == []


def test_a_method_is_read_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = ast.parse(SOURCE)
    [node] = (part for part in tree.body if isinstance(part, ast.ClassDef))
    sources = Sources("client", "client.py", tree, "/")
    first = sources.saying([node], ["_socket"])
    monkeypatch.setattr(ast, "walk", None)

    assert sources.saying([node], ["_socket"]) == first


def test_what_stands_for_a_module_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    class Settings:
        def __getattr__(self, name: str) -> str:
            raise KeyError(name)

    monkeypatch.setitem(sys.modules, "odd_settings", Settings())

    assert not Sources("client", "client.py", ast.parse(SOURCE), "/").holds("odd_settings")


def test_whether_a_file_belongs_to_the_project_is_found_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sources, asked, resolve = (
        Sources("client", "client.py", ast.parse(SOURCE), "/"),
        list[Path](),
        Path.resolve,
    )

    def resolved(path: Path) -> Path:
        asked.append(path)
        return resolve(path)

    monkeypatch.setattr(Path, "resolve", resolved)

    assert [sources.holds(__name__) for _ in range(3)] == [True] * 3
    assert len(asked) == 1
