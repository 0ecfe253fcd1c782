"""The constants that a parameter may be where it is the key of something that an object keeps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.agent.describing import callables

Described = Callable[..., Any]
SOURCE = """
class Base:
    def __init__(self):
        self._options: dict = {"mode": "lax"}
        self._cells = {}
    def _read(self, cell):
        return self._cells[cell.upper()]

class Machine(Base):
    def set(self, option, value):
        self._options[option] = value
    def unset(self, option):
        self._options.pop(str(option), None)
    def write(self, cell, value):
        self._cells.setdefault(cell, []).append(value)
    def run(self, mode):
        if "limit" in self._options:
            return self._options.get(b"x")
        return self._read("due-day")
    async def load(self):
        return await self.fetch("host")
    async def fetch(self, cell):
        return self._cells[cell]
    def other(self, option):
        return self.unkept[option] or self.unkept[self._options]
"""


@pytest.mark.parametrize(
    ("method", "parameter", "keys"),
    [
        ("set", "option", ["==:'limit'", "==:b'x'", "==:'mode'"]),
        ("set", "value", []),
        ("unset", "option", ["==:'limit'", "==:b'x'", "==:'mode'"]),
        ("write", "cell", ["==:'due-day'", "==:'host'"]),
        ("fetch", "cell", ["==:'due-day'", "==:'host'"]),
        ("run", "mode", []),
        ("other", "option", []),
    ],
)
def test_other_methods_tell_under_which_keys_something_is_looked_up(
    described: Described, method: str, parameter: str, keys: list[str]
) -> None:
    entries = callables(described(SOURCE))[f"Machine.{method}"]["parameters"]

    [uses] = [entry["uses"] for entry in entries if entry["name"] == parameter]
    assert [use for use in uses if use.startswith("==:")] == keys
