"""From a message or a recording to the text of a test: what others send never becomes code.

`--foreign-cases 200000` draws more; each failure names the number from which its case is drawn.
"""

from __future__ import annotations

import ast
import io
import json
import random
import sqlite3
import tokenize
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from testloom.capabilities import KINDS
from testloom.execution.wire import decode_observations
from testloom.model.errors import AgentError
from testloom.model.statements import CallStatement, TestCase
from testloom.model.statements.decoding import decode_test
from testloom.model.suite import AssertedTest, Assertion
from testloom.oracle import usual_assertions
from testloom.oracle.assertions.parts import about_parts
from testloom.oracle.assertions.possible import possible_assertions
from testloom.recording import read_recording
from testloom.recording.doubling import Unanswerable
from testloom.recording.journal import RecordedCall
from testloom.writer import UnwritableError, render
from testloom.writer.files import placing, rendering
from testloom_agent.recording.journal import SCHEMA

from .building import CALLABLES, STYLE, SUBJECT
from .foreign import MARK, MODULES, Foreign

RECORDS = 25
"""For each file: to open one takes longer than to read a record."""


@pytest.fixture
def cases(request: pytest.FixtureRequest) -> int:
    return int(request.config.getoption("--foreign-cases"))


@pytest.fixture
def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out black, which takes ten times as long as all else: it changes nothing but the layout."""
    for module in (placing, rendering):
        monkeypatch.setattr(module, "formatted", lambda source, style: source)


def observed(foreign: Foreign) -> AssertedTest | None:
    """A test of what was sent; None if that was refused."""
    steps = foreign.whole()
    try:
        case = decode_test(json.loads(json.dumps(steps)), KINDS)
        [told] = decode_observations(json.dumps(foreign.answer_about(steps)).encode(), [case])
    except (ValueError, AgentError):
        return None
    found = (*usual_assertions(case, told), *possible_assertions(case, told), *about_parts(case, told))
    assertions: tuple[Assertion, ...] = tuple(found[:6])
    return AssertedTest("test", case, assertions, "shop.account:echo")


def text_of(test: AssertedTest) -> str | None:
    """The file with a test; None if it is refused."""
    style = replace(STYLE, type_hints=len(test.case) % 2 == 0, single_quotes=len(test.case) % 3 == 0)
    try:
        return render([test], SUBJECT, None, style).text
    except UnwritableError:
        return None


def assert_inert(text: str) -> None:
    """See that what is foreign stands in strings only, and nothing is imported that was not meant."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module]
            assert {str(name).partition(" ")[0] for name in names} <= MODULES, ast.unparse(node)
        is_test = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
        if isinstance(node, ast.Constant) or is_test:
            continue
        for value in vars(node).values():
            words = value if isinstance(value, list) else [value]
            assert not any(isinstance(word, str) and MARK in word for word in words), ast.dump(node)
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    assert not any(token.type == tokenize.COMMENT for token in tokens)


@pytest.mark.slow
@pytest.mark.usefixtures("plainly")
def test_what_is_sent_never_becomes_code(cases: int) -> None:
    written = 0
    for number in range(cases):
        test = observed(Foreign(random.Random(number)))
        text = None if test is None else text_of(test)
        try:
            if text is not None:
                assert_inert(text)
        except (AssertionError, SyntaxError) as error:
            raise AssertionError(f"case {number}: {error}\n{text}") from error
        written += text is not None

    assert written > cases / 20, "most of what is drawn is refused: then this shows nothing"


def test_what_is_sent_is_the_same_when_it_is_laid_out() -> None:
    drawn = (observed(Foreign(random.Random(number))) for number in range(150))

    for text in (text_of(test) for test in drawn if test is not None):
        assert_inert(text or "")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project that defines what recorded calls name."""
    (tmp_path / "shop").mkdir()
    names = [entry.id.partition(":")[2] for entry in CALLABLES]
    methods = [
        f"    def {name.partition('.')[2]}(self): pass\n" for name in names if name.startswith("Account.")
    ]
    functions = [f"def {name}(): pass\n" for name in names if "." not in name and name != "Account"]
    text = f"class Account:\n{''.join(methods)}class Kind:\n    SMALL = 1\nLIMIT = 5\n{''.join(functions)}"
    (tmp_path / "shop" / "account.py").write_text(text)
    return tmp_path


def recorded(project: Path, numbers: range) -> Iterator[tuple[int, RecordedCall]]:
    """The calls that can be read of records, which are drawn from these numbers."""
    file = project / "recording.testloom"
    file.unlink(missing_ok=True)
    about = {"root": str(project), "python": "/usr/bin/python3"}
    rows = [("shop.account:echo", json.dumps(Foreign(random.Random(n)).record())) for n in numbers]
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("pragma synchronous = off")
        connection.executescript(SCHEMA)
        connection.executemany(
            "insert into about values (?, ?)", [(n, json.dumps(v)) for n, v in about.items()]
        )
        connection.execute("insert into modules values ('shop.account', ?)", (f"{project}/shop/account.py",))
        connection.executemany("insert into calls (callable, data) values (?, ?)", rows)
    yield from enumerate(read_recording(file).calls, numbers.start)


def ways_to_repeat(call: RecordedCall) -> Iterator[TestCase]:
    """The ways to repeat a recorded call."""
    yield call.case
    record = call.record
    assert record is not None
    for doubled in (record.at_distance(1), record.asked):
        for placed in (frozenset[int](), record.places_of_call, frozenset(record.places)):
            try:
                yield record.case(placed=placed, doubled=doubled)
            except (Unanswerable, ValueError):
                continue


@pytest.mark.slow
@pytest.mark.usefixtures("plainly")
def test_what_is_recorded_never_becomes_code(project: Path, cases: int) -> None:
    written = 0
    for first in range(0, cases, RECORDS):
        for number, call in recorded(project, range(first, first + RECORDS)):
            for case in dict.fromkeys(ways_to_repeat(call)):
                assert all(
                    named_by(s) in ("shop.account", "datetime", "builtins", "unittest.mock") for s in case
                )
                text = text_of(AssertedTest("test", case, (), "shop.account:echo"))
                try:
                    if text is not None:
                        assert_inert(text)
                except (AssertionError, SyntaxError) as error:
                    raise AssertionError(f"near record {number}: {error}\n{text}") from error
                written += text is not None

    assert written > cases / 20, "most of what is drawn is refused: then this shows nothing"


def named_by(statement: Any) -> str:
    """The module of what a statement calls."""
    return statement.callable.partition(":")[0] if isinstance(statement, CallStatement) else "builtins"
