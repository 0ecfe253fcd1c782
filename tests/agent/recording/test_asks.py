"""What calls ask of others is recorded, and what they get."""

from __future__ import annotations

import textwrap

import pytest

from tests.agent.recorded_program import Project

ASKING = """
    class NotFound(Exception): pass
    class Report:
        def __init__(self, source, log):
            self._source, self.log = source, log
        def lines(self, limit):
            with self._source as source:
                found = [self._line(row) for row in source.rows(limit, order="up")]
            self.log.info("found %d", len(found))
            return found, source.title, source["unit"]
        def _line(self, row):
            return row.upper()
        async def fetch(self, name):
            try:
                return await self._source.fetch(name)
            except KeyError:
                raise NotFound(name) from None
    def total(values, read):
        return sum(read(value) for value in values)
"""


SOURCE = """
    class Source:
        title = "numbers"
        def __enter__(self): return self
        def __exit__(self, *error): return None
        def __getitem__(self, key): return key * 2
        def rows(self, limit, order): yield from ["a", "b", "c"][:limit]
        async def fetch(self, name): return {"x": 1}[name]
    class Log:
        def info(self, *args): print(*args)
"""


@pytest.fixture
def asking(project: Project) -> Project:
    """A program whose `report` is recorded, and asks objects of `lib`, which is not."""
    (project.folder / "node_modules").mkdir()
    project.write(report=ASKING)
    (project.folder / "node_modules" / "lib.py").write_text(textwrap.dedent(SOURCE))
    return project


def start(*lines: str) -> str:
    head = ["import asyncio, sys", "sys.path.append('node_modules')", "from lib import Log, Source"]
    return "\n".join([*head, "from report import Report, total", "report = Report(Source(), Log())", *lines])


def test_what_a_call_asks_of_foreign_objects_is_recorded(asking: Project) -> None:
    asking.write(app=start("print(report.lines(2))"))
    assert asking.run() == asking.plainly() == ("found %d 2\n(['A', 'B'], 'numbers', 'unitunit')\n", "", 0)

    [data] = [data for path, data in asking.calls if path == "report:Report.lines"]
    steps = {step[1]: step for step in data["steps"]}
    asked = [(steps[ask[2]][2], ask[3], ask[4] and [steps[i][2] for i in ask[4]]) for ask in data["asks"]]
    assert asked == [
        ("lib:Source", "__enter__()", []),
        ("lib:Source", "rows()", [2]),
        ("", "__iter__()", []),
        ("lib:Log", "info()", ["found %d", 2]),
        ("lib:Source", "title", None),
        ("lib:Source", "__getitem__()", ["unit"]),
    ]
    answers = [ask[6] and steps[ask[6]][0] for ask in data["asks"]]
    assert answers == ["double", "double", "collection", None, "literal", "literal"]
    assert data["asks"][0][6] == data["asks"][0][2]
    assert steps[data["asks"][1][5]["order"]][2] == "up"


def test_what_is_awaited_and_raised_is_recorded_as_the_answer(asking: Project) -> None:
    asking.write(
        app=start(
            "print(asyncio.run(report.fetch('x')))",
            "try: asyncio.run(report.fetch('y'))",
            "except Exception as error: print(type(error), error.__cause__, error)",
        )
    )
    assert asking.run() == asking.plainly()

    calls = [data for path, data in asking.calls if path == "report:Report.fetch"]
    [[*_, path, _, _, value, raises, _]] = calls[0]["asks"]
    assert (path, calls[0]["steps"][value - 1][2], raises) == ("fetch()", 1, False)
    *_, [*_, path, _, _, value, raises, _] = calls[1]["asks"]
    assert (path, calls[1]["steps"][value - 1][2], raises) == ("fetch()", "builtins:KeyError", True)


def test_functions_without_a_name_are_asked(asking: Project) -> None:
    asking.write(app=start("print(total([1, 2], lambda value: value * 2))"))
    assert asking.run() == asking.plainly()

    [data] = [data for path, data in asking.calls if path == "report:total"]
    assert [(ask[3], data["steps"][ask[6] - 1][2]) for ask in data["asks"]] == [("()", 2), ("()", 4)]


def test_functions_that_reach_outwards_are_asked_where_the_module_finds_them(project: Project) -> None:
    project.write(
        store="""
        import sqlite3
        def count(file):
            connection = sqlite3.connect(file)
            [(number,)] = connection.execute("select 41 + ?", (1,))
            return number
        """,
        app="from store import count; print(count(':memory:'))",
    )
    assert project.run() == project.plainly() == ("42\n", "", 0)

    [(_, data)] = project.calls
    assert list(data["places"].values()) == ["store:sqlite3.connect"]
    assert [ask[3] for ask in data["asks"]] == ["()", "execute()", "__iter__()"]


def test_what_only_the_frame_or_the_name_tells_stays_as_it_is(asking: Project) -> None:
    asking.write(
        report="""
        class Base:
            def name(self): return "base"
        class Report(Base):
            __slots__ = ("__source", "log")
            def __init__(self, source, log):
                self.__source = source
                self.log = log
            def name(self):
                here = 1
                kinds = {key: value for key, value in {"a": [1, 2, 3]}.items()}
                match self.__source.title:
                    case str() as title: pass
                return super().name(), sorted(locals()), f"{title!r:>10}", kinds["a"][1:], self.__odd()
            def __odd(self):
                first, *rest = (lambda *args: args)(*self.__source.rows(3, order="up"))
                return rest
        total = None
        """,
        app=start("print(report.name())"),
    )
    assert asking.run() == asking.plainly()
    assert any(path == "report:Report.name" for path, _ in asking.calls)


def test_what_objects_of_the_project_are_asked_is_recorded_with_whom_it_went_through(asking: Project) -> None:
    asking.write(
        shop="""
        class Gateway:
            def __init__(self, source): self.source = source
            def first(self): return self._row()
            def _row(self):
                [row] = self.source.rows(1, order="up")
                return row
        class Checkout:
            def __init__(self, gateway): self.gateway = gateway
            def pay(self): return self.gateway.first() + "!"
        """,
        app=start("from shop import *", "print(Checkout(Gateway(Source())).pay())"),
    )
    assert asking.run() == asking.plainly() == ("a!\n", "", 0)

    [data] = [data for path, data in asking.calls if path == "shop:Checkout.pay"]
    [gateway] = data["made"]
    assert [(ask[1], ask[3]) for ask in data["asks"]] == [
        ([gateway], "rows()"),
        ([gateway], "__iter__()"),
        ([], "first()"),
    ]


def test_a_proxy_in_a_module_is_asked_as_what_it_shows_there(asking: Project) -> None:
    asking.write(
        report="""
        from lib import Log, Source, source
        class Report:
            def __init__(self, *_): pass
        def total(kind, start):
            return start + len([kind(row) for row in source.rows(2, order="up")]), source.title
        """,
    )
    with (asking.folder / "node_modules" / "lib.py").open("a") as stream:
        stream.write(
            "class Proxy:\n"
            "    __class__ = property(lambda self: Source)\n"
            "    def __getattr__(self, name): return getattr(Source(), name)\n"
            "source = Proxy()\n"
        )
    asking.write(app=start("print(total(str, 1))"))
    assert asking.run() == asking.plainly() == ("(3, 'numbers')\n", "", 0)

    [data] = [data for path, data in asking.calls if path == "report:total"]
    [(step, place)] = data["places"].items()
    assert (place, data["steps"][int(step) - 1][2]) == ("report:source", "lib:Source")
    assert [ask[3] for ask in data["asks"] if ask[2] == int(step)] == ["rows()", "title"]


def test_what_was_asked_in_earlier_calls_stays_theirs_in_functions_that_they_define(asking: Project) -> None:
    asking.write(
        shop="""
        class Store:
            def __init__(self, source): self.source = source
            def fill(self): self.source.title; self.full = True
        def make_seller(store):
            def sell(count): return count + len(list(store.source.rows(1, order="up")))
            return sell
        """,
        app=start(
            "from shop import *", "store = Store(Source())", "store.fill()", "print(make_seller(store)(1))"
        ),
    )
    assert asking.run() == asking.plainly() == ("2\n", "", 0)

    [_, sold] = [data for path, data in asking.calls if path == "shop:make_seller"]
    paths = {step[1]: step[2] for step in sold["steps"] if step[0] == "call"}
    during = [(ask[3], paths.get(ask[0])) for ask in sold["asks"]]
    assert during == [
        ("title", "shop:Store.fill"),
        ("source", None),
        ("rows()", None),
        ("__iter__()", None),
    ]


def test_items_are_asked_while_they_come(project: Project) -> None:
    (project.folder / "node_modules").mkdir()
    (project.folder / "node_modules" / "rows.py").write_text(
        "class Row(object):\n    def __init__(self, number): self._number = number\n"
        "    def __getitem__(self, key): return self._number\n"
        "class Cursor:\n    def __iter__(self): return iter([Row(1), Row(2)])\n"
    )
    project.write(
        table="def ids(cursor): return [row['id'] for row in cursor]\n",
        app="""
        import sys
        sys.path.append("node_modules")
        from rows import Cursor
        from table import ids
        print(ids(Cursor()))
        """,
    )
    assert project.run() == project.plainly() == ("[1, 2]\n", "", 0)
    [(_, data)] = project.calls
    values = {step[1]: step[2] for step in data["steps"] if step[0] == "literal"}
    asked = [(path, values[value]) for _, _, _, path, _, _, value, *_ in data["asks"] if value in values]
    assert asked == [("__getitem__()", 1), ("__getitem__()", 2)]
    assert data["empty"] is False


def test_what_is_no_iterable_of_a_call_is_left_as_it_is(project: Project) -> None:
    project.write(
        money="""
        class Money:
            def __init__(self, cents): self.cents = cents
            def __add__(self, other): return Money(self.cents + other.cents)
            def __lt__(self, other): return self.cents < other.cents
            def __call__(self, factor): return self.cents * factor
        def larger(one, other): return max(one, other).cents
        def total(start, prices): return sum(prices, start).cents
        def times(price): return list(map(price, [1, 2]))
        def filled(row): return dict(row)
        def added(row, known):
            known.update(row)
            return known
        """,
        app="""
        import sqlite3
        from money import *
        connection = sqlite3.connect(":memory:")
        connection.row_factory = sqlite3.Row
        row = connection.execute("select 'ann' as name, 5 as age").fetchone()
        one, other = Money(1), Money(2)
        print(larger(one, other), total(one, [other]), times(other))
        print(filled(row), added(row, {"id": 7}))
        """,
    )
    assert project.run() == project.plainly()

    asked = {path: [ask[3] for ask in data["asks"]] for path, data in project.calls if "asks" in data}
    assert asked["money:filled"] == ["keys()", "__getitem__()", "__getitem__()"]
    assert asked["money:added"] == asked["money:filled"]


def test_what_is_taken_of_an_iterator_is_heard_however_it_is_taken(project: Project) -> None:
    project.write(
        table="""
        def joined(names): return ", ".join(names)
        def headed(lines): return next(lines), [line for line in lines], next(lines, None)
        def gathered(items):
            found = []
            found.extend(items)
            return found
        def spread(items): return [*items]
        """,
        app="""
        import table
        def some(): yield from ("a", "b")
        print(table.joined(some()), table.headed(some()), table.gathered(some()), table.spread(some()))
        """,
    )
    assert project.run() == project.plainly()

    asked = {path: [ask[3] for ask in data["asks"]] for path, data in project.calls if path != "app:some"}
    assert asked == {
        "table:joined": ["__iter__()"],
        "table:headed": ["__next__()", "__iter__()", "__next__()"],
        "table:gathered": ["__iter__()"],
        "table:spread": ["__iter__()"],
    }


def test_objects_that_know_each_other_and_have_asked_are_recorded(asking: Project) -> None:
    asking.write(
        jobs="""
            class Scheduler:
                def __init__(self, source): self.jobs, self.source = [], source
                def every(self, n): return Job(n, self)
                def first(self): return min(self.jobs, key=lambda job: job.n).n
            class Job:
                def __init__(self, n, scheduler): self.n, self.rows, self.scheduler = n, [], scheduler
                def do(self):
                    self.rows = list(self.scheduler.source.rows(self.n, order="up"))
                    self.scheduler.jobs.append(self)
                    return self
        """,
        app=start(
            "from jobs import *",
            "scheduler = Scheduler(Source())",
            "for n in (2, 1, 3): scheduler.every(n).do()",
            "print(scheduler.first(), [len(job.rows) for job in scheduler.jobs])",
        ),
    )

    assert asking.run() == ("1 [2, 1, 3]\n", "", 0)
    assert not [reason for _, reason in asking.lost if "failed" in reason]
    assert "jobs:Scheduler.first" in {path for path, _ in asking.calls}
