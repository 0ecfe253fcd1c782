"""A recording is data, whoever has written it: it names nothing but what its project has."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import date, datetime
from pathlib import Path
from typing import Any, cast
from uuid import UUID

import pytest

from testloom.model.errors import StoreError
from testloom.recording import deleted, read_recording, recorded_functions, recorded_root
from testloom.recording.journal import NAMELESS, UNREADABLE, Recording
from testloom.recording.recipes import MAKING
from testloom_agent.recording.journal import SCHEMA
from testloom_agent.recording.values.library import LIBRARY

SHOP = """
import os
from builtins import exec as run
from shared import Money, os as system
from .inner import *

class Cart:
    limit = 3
    def add(self, item): return item
    class Line:
        def __init__(self, item): self.item = item
if os.name == "posix":
    def price(n): return n
KIND, SIZES = make_enum("Kind", "SMALL"), [1, 2]
def apply(function, value): return function(value)
try:
    from fast import sort
except ImportError:
    def sort(values): return values
"""
CALL = ["call", 9, "shop:price", None, [1], {}]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "shop.py").write_text(SHOP.replace("from .inner", "from inner"))
    (root / "shared.py").write_text("import os\nclass Money: pass\n")
    (root / "inner.py").write_text("import sys\nclass Inner: pass\n")
    return root


def recorded(project: Path, *calls: Any, name: str = "shop:price", **about: Any) -> Path:
    """A recording with these records, as JSON or as texts."""
    file = project / "recording.testloom"
    file.unlink(missing_ok=True)
    told = {"root": str(project), "python": "/usr/bin/python3", **about}
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("pragma synchronous = off")
        connection.executescript(SCHEMA)
        rows = [(key, json.dumps(value)) for key, value in told.items()]
        connection.executemany("insert into about values (?, ?)", rows)
        connection.execute("insert into modules values ('shop', ?)", (str(project / "shop.py"),))
        records = [(name, data if isinstance(data, str) else json.dumps(data)) for data in calls]
        connection.executemany("insert into calls (callable, data) values (?, ?)", records)
    return file


def changed(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("pragma synchronous = off")
        for statement in statements:
            connection.execute(statement)


def call_of(*steps: Any, **more: Any) -> dict[str, Any]:
    """The record of a call with these steps before it."""
    return {"steps": [["literal", 1, 5], *steps, CALL], "returned": "builtins:int", "value": 5, **more}


def one(project: Path, data: Any) -> tuple[int, dict[str, int]]:
    """How many calls there are of one record, and why there is none."""
    recording = read_recording(recorded(project, data))
    return len(recording.calls), dict(recording.lost)


def test_a_plain_call_is_read(project: Path) -> None:
    recording = read_recording(recorded(project, call_of(), call_of(files={"a/b.txt": "x"}, clock=5.0)))

    assert isinstance(recording, Recording) and recording.root == project
    assert [call.callable for call in recording.calls] == ["shop:price"] * 2
    assert recording.modules == {"shop": project / "shop.py"} and recording.lost == {}


@pytest.mark.parametrize(
    "path",
    [
        "builtins:exec",
        "builtins:open",
        "os:system",
        "subprocess:Popen",
        "shop:os.system",
        "shop:run",
        "shop:system.system",
        "shop:price.__globals__.__getitem__",
        "shop:Cart.__subclasses__",
        "shop:Cart.add.__globals__",
        "shop:Cart.missing",
        "shop:KIND.system",
        "shop:SIZES.append",
        "shop:sort",
        "shop:nothing",
        "shop:sys.exit",
        "inner:sys.exit",
        "importlib:import_module",
        "builtins:str.format",
        "missing:f",
    ],
)
def test_what_the_project_does_not_define_is_not_called(project: Path, path: str) -> None:
    assert one(project, call_of(["call", 2, path, None, [1], {}])) == (
        0,
        {f"it uses {path}, which recordings may not contain": 1},
    )


@pytest.mark.parametrize(
    "path",
    [
        *(
            "shop:price",
            "shop:Cart",
            "shop:Cart.add",
            "shop:Cart.Line",
            "shop:Money",
            "shop:Inner",
            "shop:KIND",
        ),
        *("shared:Money", "shop:apply", "datetime:date", "builtins:list.append", "builtins:iter"),
        *("builtins:ValueError", "types:SimpleNamespace", "collections:defaultdict", "re:compile"),
    ],
)
def test_what_the_project_defines_and_what_makes_plain_values_is_called(project: Path, path: str) -> None:
    assert one(project, call_of(["call", 2, path, None, [1], {}])) == (1, {})


@pytest.mark.parametrize(
    "path",
    [
        *("builtins:exec", "builtins:getattr", "operator:attrgetter", "os:system", "shop:os", "shop:run"),
        *("http:client.email.utils.os.system", "statistics:sys", "fractions:re", "decimal:Decimal.__class__"),
        *("http:HTTPStatus.OK.__class__", "re:RegexFlag.A.__class__", "shop:KIND._x"),
    ],
)
def test_what_could_run_anything_is_not_handed_on(project: Path, path: str) -> None:
    assert one(project, call_of(["reference", 2, path]))[0] == 0


@pytest.mark.parametrize(
    "path",
    [
        *("builtins:len", "math:sqrt", "shop:Cart.limit", "shop:KIND.SMALL", "shop:SIZES", "datetime:UTC"),
        *("http:HTTPStatus.OK", "re:RegexFlag.A", "decimal:ROUND_UP", "datetime:timezone.utc"),
    ],
)
def test_functions_and_constants_that_do_no_harm_are_handed_on(project: Path, path: str) -> None:
    assert one(project, call_of(["reference", 2, path])) == (1, {})


@pytest.mark.parametrize(
    "steps",
    [
        [["reference", 2, "builtins:len"], ["invoke", 3, 2, [1], {}]],
        [["attribute", 2, 1, "__class__"]],
        [["attribute", 2, 1, "_secret"]],
        [["attribute", 2, 1, "gi_frame"], ["attribute", 3, 2, "f_builtins"]],
        [["call", 2, "shop:Cart", None, [], {}], ["assign", 3, 2, "__class__", 1]],
        [["reference", 2, "string:Formatter"], ["attribute", 3, 2, "get_field"], ["invoke", 4, 3, [1], {}]],
        [["reference", 2, "string:digits"], ["attribute", 3, 2, "format"]],
        [["attribute", 2, 1, "format"], ["invoke", 3, 2, [1], {}]],
        [["call", 2, "pathlib:Path", None, [1], {}], ["attribute", 3, 2, "write_text"]],
        [["call", 2, "io:StringIO", None, [], {}], ["enter", 3, 2], ["attribute", 4, 3, "write"]],
        [["call", 2, "shop:Cart", None, [], {}], ["attribute", 3, 2, "limit.__globals__"]],
        [["call", 2, "shop:Cart", None, [], {}], ["assign", 3, 2, "limit.__doc__", 1]],
        [["chance", 2, 5]],
        [["class", 2, "A", [], [], "", {}, []]],
        [["state", 2, "os:environ", 1]],
        [["stub", 2, [1], [], False]],
        [["chance", 2, "1), (print('INJECTED')"]],
        [["call", 2, "shop:price", None, [7], {}]],
        [["literal", 1, 6]],
        [["call", 2, "shop:f(); g", None, [], {}]],
        "abc",
        [None],
    ],
)
def test_steps_that_no_recorder_writes_cost_the_call(project: Path, steps: Any) -> None:
    calls, lost = one(project, {**call_of(), "steps": [["literal", 1, 5], *steps, CALL]})

    assert calls == 0 and sum(lost.values()) == 1


@pytest.mark.parametrize(
    "more",
    [
        {"files": {"/etc/passwd": "x"}},
        {"files": {"../x": "x"}},
        {"files": {"a/../../x": None}},
        {"files": {"a": 5}},
        {"files": ["a"]},
        {"variables": {"A": 5}},
        {"variables": {"A\0": "x"}},
        {"clock": "now"},
        {"clock": 1e300},
        {"clock": None},
        {"asks": [[9, [], 1, "get() or evil()", [], {}, 1, False, ""]]},
        {"asks": [[9, [], 7, "get()", [], {}, 1, False, ""]]},
        {"asks": [[9, []]]},
        {"asks": 5},
        {"places": {"1": "shop:os"}},
        {"places": {"x": "shop:os"}},
        {"made": [5]},
        {"call": 5},
        {"call": "x"},
        {"span": [1, 2]},
        {"span": ["a", "b", "c"]},
        {"value": [1]},
        {"raised": 5},
        {"empty": "yes"},
    ],
)
def test_each_part_of_a_record_is_checked(project: Path, more: dict[str, Any]) -> None:
    assert one(project, call_of(**more)) == (0, {UNREADABLE: 1})


@pytest.mark.parametrize("data", ["[" * 100_000, "5", "null", "", "{", '{"steps": []}', "[]", '"steps"'])
def test_a_record_that_is_none_costs_one_call(project: Path, data: str) -> None:
    recording = read_recording(recorded(project, data, call_of()))

    assert len(recording.calls) == 1 and recording.lost == {UNREADABLE: 1}


def test_values_within_one_another_without_end_cost_one_call(project: Path) -> None:
    nested = [["collection", n, "list", [n - 1]] for n in range(2, 250)]
    call = ["call", 400, "shop:price", None, [249], {}]

    assert one(project, {"steps": [["literal", 1, 5], *nested, call]}) == (0, {UNREADABLE: 1})
    many = [["literal", n, 5] for n in range(1, 400)]
    assert one(project, {"steps": [*many, call]}) == (0, {UNREADABLE: 1})


def test_what_doubles_replace_is_looked_up_in_the_project(project: Path) -> None:
    double = ["double", 2, "", [], []]

    assert one(project, call_of(double, places={"2": "os:environ"}))[1] == {
        "it uses os:environ, which recordings may not contain": 1
    }


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    other = tmp_path / "other"
    other.mkdir()
    (other / "shop.py").write_text("def price(n): return n\n")
    return other / "shop.py"


@pytest.mark.parametrize("way", ["{outside}", "{project}/../other/shop.py", "shop.py", "{project}/link.py"])
def test_files_outside_of_the_recorded_folder_are_no_part_of_it(
    project: Path, outside: Path, way: str
) -> None:
    (project / "link.py").symlink_to(outside)
    file = recorded(project, call_of())
    place = way.format(outside=outside, project=project)
    changed(file, f"update modules set file = '{place}'")

    with pytest.raises(StoreError, match="which is outside of"):
        read_recording(file)


def test_the_calls_of_a_file_that_was_deleted_are_told_apart_from_lost_ones(project: Path) -> None:
    file = recorded(project, call_of())
    changed(
        file,
        f"insert into modules values ('shared', '{project}/shared.py'), ('never', '{project}/never.py')",
        "insert into calls (callable, data) values ('shared:Money.__init__', '{}')",
    )
    (project / "shop.py").unlink()
    recording = read_recording(file)

    assert recording.gone == {"shop": project / "shop.py"}
    assert [*recording.modules] == ["shared"]
    assert recording.lost == {UNREADABLE: 1}
    assert recording.chosen(["shop:price"]).gone == recording.gone
    assert recording.chosen(["shared:Money"]).gone == {}
    assert str(deleted(recording.gone.values())) == (
        f"Deleted since the recording: {project / 'shop.py'}. Restore the file, or delete its recorded calls."
    )


def test_a_module_that_no_test_can_import_costs_its_calls(project: Path) -> None:
    (project / "my-script.py").write_text("def price(n): return n\n")
    file = recorded(project, call_of())
    changed(file, f"update modules set name = 'my-script', file = '{project}/my-script.py'")
    recording = read_recording(file)

    assert recording.modules == {} and recording.lost == {NAMELESS: 1}


@pytest.mark.parametrize(
    "statement",
    [
        "create view calls as with recursive n(x) as (select 1 union all select x + 1 from n) "
        "select x as id, 'shop:price' as callable, '{}' as data from n",
        "create table calls (id integer primary key, callable text, "
        "data text generated always as (printf('%.*c', 999999999, 'x')))",
    ],
)
def test_an_endless_view_and_rows_that_are_made_up_are_not_read(project: Path, statement: str) -> None:
    file = recorded(project)
    changed(file, "drop table calls", statement)

    with pytest.raises(StoreError, match="has no table 'calls'"):
        read_recording(file)
    with pytest.raises(StoreError, match="has no table 'calls'"):
        recorded_functions(file)


def test_a_row_that_is_too_long_costs_one_call(project: Path) -> None:
    recording = read_recording(recorded(project, '"' + "x" * 20_000_001 + '"', call_of()))

    assert len(recording.calls) == 1 and sum(recording.lost.values()) == 1


def test_texts_that_are_none_cost_one_call(project: Path) -> None:
    file = recorded(project, call_of())
    changed(file, "insert into calls (callable, data) values (x'fffe', x'fffe')")
    changed(file, "insert into calls (callable, data) values ('shop:price', cast(x'fffe' as text))")

    recording = read_recording(file)

    assert len(recording.calls) == 1 and sum(recording.lost.values()) == 2


@pytest.mark.parametrize("value", ["5", "[]", "[" * 100_000, '"a\\u0000b"', "{"])
@pytest.mark.parametrize("name", ["root", "python"])
def test_what_a_recording_is_about_is_a_path(project: Path, name: str, value: str) -> None:
    file = recorded(project, call_of())
    changed(file, f"update about set value = '{value}' where name = '{name}'")

    with pytest.raises(StoreError, match="cannot be used"):
        read_recording(file)
    if name == "root":
        assert recorded_root(file) is None


def test_a_damaged_stop_is_told(project: Path) -> None:
    file = recorded(project, call_of(span=[1, 2, None]))
    changed(
        file,
        "create table stops (session, began, ended, by_hand, until)",
        "insert into stops values ('a', 'x', 2, 1, null)",
    )

    with pytest.raises(StoreError, match="damaged stop: began"):
        read_recording(file)


def test_all_that_the_recorder_makes_of_the_library_may_be_called() -> None:
    calls: list[str] = []
    recipe = cast(Any, Noted(calls))
    for kind, build in LIBRARY.items():
        build(recipe, EXAMPLES.get(kind.__name__, kind)(), "", 1)

    assert set(calls) <= MAKING and len(set(calls)) == len(LIBRARY)


class Noted:
    """A recipe that notes what is called."""

    def __init__(self, calls: list[str]) -> None:
        self._calls = calls

    def add(self, value: Any, name: str = "", depth: int = 0) -> int:
        return 1

    def step(self, kind: str, *arguments: Any) -> int:
        return 1

    def call(self, path: str, args: Any = (), kwargs: Any = None) -> int:
        self._calls.append(path)
        return 1


EXAMPLES: dict[str, Callable[[], Any]] = {
    "datetime": lambda: datetime(2024, 1, 2),
    "date": lambda: date(2024, 1, 2),
    "UUID": lambda: UUID(int=1),
    "Pattern": lambda: re.compile("a"),
    "range": lambda: range(1),
    "slice": lambda: slice(1),
}
