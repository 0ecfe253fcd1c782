"""Which methods objects are asked, to see what has become of them."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testloom.execution import Agent
from testloom.model.observed import attributes_of
from testloom.model.statements import CallStatement, LiteralStatement
from testloom_agent.execution.reporting.values.inspecting import Inspectors
from tests.agent.cases import case
from tests.values import plain

pytestmark = pytest.mark.usefixtures("own_modules")


def inspectors(described: Any, tmp_path: Path, source: str) -> list[str]:
    """The inspectors of the class `Bag` in a module with this source."""
    described(source)
    module = sys.modules["subject_under_test"]
    found = Inspectors(str(tmp_path), module)
    found.prepare()
    return list(found.of(module.Bag))


def bag(body: str) -> str:
    """The source of a class with a method `ask` and a few for it to call."""
    return f"""
class Bag:
    def ask(self, *, deep=False):
{textwrap.indent(body, " " * 8)}
    def _length(self): return str(len(self._things))
    def _each(self):
        for name in self._things:
            yield name
    def _take(self): return self._things.pop()
"""


@pytest.mark.parametrize(
    "body",
    [
        "return sorted(self._things)",
        "return [name.upper() for name in self._things.keys()]",
        "return max(self._things, key=lambda name: name[0])",
        "total = 0\nfor count in self._things.values():\n    total += 1\nreturn total",
        "found = []\nfor name in self._things:\n    found.append(name)\nreturn found",
        "found = dict(self._things)\nfound['a'] = 1\nreturn found",
        "return self._length()",
        "return list(self._each())",
        "return self._things and not deep",
    ],
)
def test_a_method_that_only_tells_something_can_be_asked(described: Any, tmp_path: Path, body: str) -> None:
    assert inspectors(described, tmp_path, bag(body)) == ["ask"]


@pytest.mark.parametrize(
    "body",
    [
        "self.asked = True\nreturn self.asked and 1",
        "things = self._things\nthings['a'] = 1\nreturn things",
        "self._things.clear()\nreturn len(self._things)",
        "total = self._totals\ntotal += [1]\nreturn total",
        "first, total = [], self._totals\ntotal += [1]\nreturn total",
        "return self.things.popitem()",
        "return open('a').read()",
        "return typing.cast(int, self._things)",
        "return os.environ.get('HOME')",
        "return sorted(self._things, key=self._take)",
        "return self._take()",
        "global asked\nasked = 1\nreturn asked + 1",
        "yield self._things",
        "return None",
        "return True",
        "return self.things",
        "len = self._things.clear\nreturn len()",
    ],
)
def test_a_method_that_may_change_something_or_tells_nothing_cannot(
    described: Any, tmp_path: Path, body: str
) -> None:
    assert inspectors(described, tmp_path, bag(body)) == []


@pytest.mark.parametrize(
    "definition",
    [
        "def ask(self, name): return sorted(name)",
        "async def ask(self): return sorted(self._things)",
        "@staticmethod\n    def ask(): return sorted('a')",
        "@functools.lru_cache\n    def ask(self): return sorted(self._things)",
        "def _ask(self): return sorted(self._things)",
        "def ask(self): return sorted(self._things)\n    def __next__(self): return 1",
    ],
)
def test_what_cannot_be_called_plainly_is_not_asked(described: Any, tmp_path: Path, definition: str) -> None:
    assert inspectors(described, tmp_path, f"class Bag:\n    {definition}\n") == []


def test_the_length_is_asked_last(described: Any, tmp_path: Path) -> None:
    source = """
        class Base:
            def __len__(self): return len(self._things)

        class Bag(Base):
            def names(self): return sorted(self._things)
    """

    assert inspectors(described, tmp_path, source) == ["names", "__len__"]


@pytest.mark.parametrize(
    ("methods", "asked"),
    [
        (
            "def __iter__(self): yield from self._things\n    def __len__(self): return 1",
            ["__iter__", "__len__"],
        ),
        ("def __iter__(self): yield from self._stream", []),
        (
            "def __iter__(self):\n        self.at = 0\n        yield 1\n    def __len__(self): return 1",
            ["__len__"],
        ),
        ("def __repr__(self): return shown(self)", ["__repr__"]),
        ("def __str__(self): return 'bag'\n    def __repr__(self): return '<bag>'", ["__str__"]),
    ],
    ids=["items", "a stream", "a bar", "repr", "text"],
)
def test_an_object_is_asked_for_its_items_and_its_text(
    described: Any, tmp_path: Path, methods: str, asked: list[str]
) -> None:
    assert inspectors(described, tmp_path, f"class Bag:\n    {methods}\n") == asked


def test_what_python_or_an_exception_says_of_itself_is_not_asked(described: Any, tmp_path: Path) -> None:
    record = "import dataclasses\n@dataclasses.dataclass\nclass Bag:\n    size: int\n"
    error = "class Bag(Exception):\n    def __str__(self): return 'torn'\n"

    assert inspectors(described, tmp_path, record) == []
    assert inspectors(described, tmp_path, error) == []


def test_an_object_is_seen_by_what_it_says(agent_of: Callable[[str], Agent]) -> None:
    made = CallStatement(0, "bags:Bag")
    [seen] = agent_of("bags").observe([case(made, CallStatement(1, "bags:Bag.fill", 0))])

    before, after = attributes_of(seen[-2].value), attributes_of(seen[-1].receiver)
    assert plain(before["names()"]) == []
    assert plain(after["names()"]) == ["fig", "pear"]
    assert plain(after["__len__()"]) == 2
    assert "first()" not in before, "it raises"


def test_an_object_is_seen_by_what_its_descriptors_keep(agent_of: Callable[[str], Agent]) -> None:
    [seen] = agent_of("bags").observe([case(CallStatement(0, "bags:Bag"))])

    assert plain(attributes_of(seen[0].value)["weight"]) == 0


def test_what_derives_from_an_ordered_dictionary_is_seen_as_one(agent_of: Callable[[str], Agent]) -> None:
    made, given = CallStatement(0, "sublists:Limited"), LiteralStatement(1, 7)

    [seen] = agent_of("sublists").observe(
        [case(made, given, CallStatement(2, "sublists:Limited.put", 0, (1,)))]
    )

    assert plain(seen[-1].receiver) == {7: 7}


@pytest.mark.parametrize("method", ["Parts.append", "Last.push"])
def test_a_collection_that_equals_no_plain_one_is_seen_by_its_items(
    agent_of: Callable[[str], Agent], method: str
) -> None:
    made = CallStatement(0, f"sublists:{method.partition('.')[0]}")
    given = LiteralStatement(1, 7)
    changed = CallStatement(2, f"sublists:{method}", 0, (1,))

    [seen] = agent_of("sublists").observe([case(made, given, changed)])

    assert plain(attributes_of(seen[0].value)["__iter__()"]) == []
    assert plain(attributes_of(seen[-1].receiver)["__iter__()"]) == [7]
