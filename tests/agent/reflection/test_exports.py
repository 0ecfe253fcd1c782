"""Packages write their own name into `__module__` of what they export."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from testloom_agent.loading import load
from tests.agent.describing import callables, classes

pytestmark = pytest.mark.usefixtures("own_modules")

PACKAGE = """
from wares.auth import *
from wares.auth import basic
for entry in (Auth, Refused, Level, basic):
    entry.__module__ = "wares"
"""
AUTH = """
import collections, enum, functools
from wares.other import Foreign, foreign
__all__ = ["Auth", "Refused", "Level"]

class Refused(Exception):
    pass

class Level(enum.Enum):
    LOW = 1

class Auth:
    def __init__(self, name: str) -> None:
        self.name = name
    def check(self, other: "Auth") -> bool:
        if other.name == self.name:
            raise Refused
        return True

class Hidden:
    def peek(self) -> int:
        return 1
Hidden.__module__ = "wares"

@functools.lru_cache
def basic(name: str) -> Auth:
    return Auth(name)

Point = collections.namedtuple("Point", "x y")
"""
OTHER = """
class Foreign:
    def act(self): ...
def foreign(): ...
Foreign.__module__ = foreign.__module__ = "wares.auth"
"""


@pytest.fixture
def description(tmp_path: Path) -> Any:
    folder = tmp_path / "wares"
    folder.mkdir()
    for name, text in (("__init__", PACKAGE), ("auth", AUTH), ("other", OTHER)):
        (folder / f"{name}.py").write_text(text)
    return load(str(folder / "auth.py"), str(tmp_path), 10).description


def test_what_a_module_defines_is_told_by_its_source(description: Any) -> None:
    own = {name for name, entry in callables(description).items() if entry["in_subject"]}

    assert own == {"Auth", "Auth.check", "Refused", "Hidden", "Hidden.peek", "basic", "Point"}
    assert {entry["id"].partition(":")[2] for entry in description["classes"] if entry["in_subject"]} == {
        *("Auth", "Refused", "Level", "Hidden", "Point")
    }


def test_it_is_imported_from_where_it_is_found(description: Any) -> None:
    found = {entry["id"] for entry in (*description["callables"], *description["classes"])}

    assert {"wares:Auth", "wares:Auth.check", "wares:Refused", "wares:Level", "wares:basic"} <= found
    assert {"wares.auth:Hidden", "wares.auth:Hidden.peek", "wares.auth:Point"} <= found


def test_it_has_its_place_in_the_source(description: Any) -> None:
    assert all(entry["line"] for name, entry in classes(description).items() if name != "Point")
