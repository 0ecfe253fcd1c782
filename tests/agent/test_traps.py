"""Objects that must not be woken: who asks them for more than their type is written down, and gets an error.

A lazy object, such as Django's settings, gives its answer to `isinstance`, `==` or `hasattr`, or raises.
"""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from testloom.execution import Agent, AgentSettings
from tests.agent.cases import call
from tests.agent.recorded_program import Project

TRAPS = """
import os, sys
WOKEN = {file!r}

def _wake(name):
    lines, frame = [], sys._getframe(2)
    while frame is not None and len(lines) < 4:
        lines.append(f"{{frame.f_code.co_filename}}:{{frame.f_lineno}}")
        frame = frame.f_back
    with open(WOKEN, "a") as stream:
        stream.write(name + " by " + " < ".join(lines) + "\\n")
    raise RuntimeError("woken by " + name)

def _hook(name):
    def hook(self, *args, **kwargs):
        _wake(name)
    return hook

HOOKS = '''
    getattr eq ne lt hash bool len iter next contains getitem setitem delitem repr str format bytes call index
    int float complex enter exit await aiter anext dir sizeof reduce reduce_ex getstate copy deepcopy
    length_hint missing reversed instancecheck subclasscheck fspath add radd
'''.split()

class Kind:
    __slots__ = ()
    @property
    def __class__(self):
        _wake("__class__")
    @property
    def __dict__(self):
        _wake("__dict__")
    @property
    def __wrapped__(self):
        _wake("__wrapped__")
    @property
    def __name__(self):
        _wake("__name__")

for _name in HOOKS:
    setattr(Kind, f"__{{_name}}__", _hook(_name))

TRAP = Kind.__new__(Kind)
"""
SUBJECT = """
from traps import TRAP
import traps

trap = TRAP
listed = [TRAP]
keyed = {"trap": TRAP}
paired = (1, TRAP)

class Holder:
    held = TRAP
    size = 3

    def __init__(self, size: int = 2) -> None:
        self.size = size
        self.trap = TRAP

    def grow(self, by: int) -> int:
        self.size += by
        return self.size

def plain(n: int) -> int:
    if n > 3:
        return n + 1
    return n - 1

def given(n: int, trap=TRAP) -> int:
    return n

def returned(n: int):
    return TRAP

def among(n: int):
    return [n, TRAP]

def holder(n: int) -> Holder:
    return Holder(n)

def lends(n: int) -> int:
    def inner(value=TRAP):
        return n
    return inner()

def ask(n: int):
    return TRAP == n
"""
FUNCTIONS = ("plain", "given", "returned", "among", "holder", "lends")
APP = """
    import subject
    for name in ("plain", "given", "returned", "among", "holder", "lends"):
        getattr(subject, name)(5)
    print(subject.holder(2).grow(3))
"""


@pytest.fixture
def woken(project: Project) -> Path:
    """Where it is written what has been woken, in a project with traps."""
    file = project.folder / "woken.txt"
    file.touch()
    project.write(traps=TRAPS.format(file=str(file)), subject=SUBJECT)
    return file


def told(woken: Path) -> list[str]:
    return sorted(set(woken.read_text().splitlines()))


def start(project: Project, woken: Path, *, with_mutants: bool = False) -> Agent:
    file, allow = project.folder / "subject.py", (f"write:{woken}",)
    return Agent.start(
        project.python, file, project.folder, AgentSettings(with_mutants=with_mutants, allow=allow)
    )


def test_the_search_and_the_oracle_ask_nothing_of_them(project: Project, woken: Path) -> None:
    tests = [call(f"subject:{name}", 5) for name in FUNCTIONS]

    with start(project, woken) as agent:
        skipped = agent.description["skipped"]
        results = agent.execute(tests)
        agent.observe(tests)
        agent.watch(tests)
        agent.vary(tests)

    assert told(woken) == []
    assert skipped == []
    assert [result.end for result in results] == ["passed"] * len(tests)


def test_mutants_ask_nothing_of_them(project: Project, woken: Path) -> None:
    tests = [call(f"subject:{name}", 5) for name in FUNCTIONS]

    with start(project, woken, with_mutants=True) as agent:
        agent.assess(tests)

    assert told(woken) == []


def test_the_recorder_asks_nothing_of_them(project: Project, woken: Path) -> None:
    project.write(app=textwrap.dedent(APP))

    out, err, status = project.run()

    assert told(woken) == []
    assert (out, err, status) == ("5\n", "", 0)
    assert {"subject:plain", "subject:given", "subject:Holder.grow"} <= {path for path, _ in project.calls}


def test_the_traps_go_off(project: Project, woken: Path) -> None:
    with start(project, woken) as agent:
        [result] = agent.execute([call("subject:ask", 5)])

    assert result.exception is not None
    assert told(woken)
