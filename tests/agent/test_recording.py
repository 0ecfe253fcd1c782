"""A program that is recorded behaves as ever, and its calls are there afterwards."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import textwrap
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from testloom.execution import recorded_command
from testloom.execution.process import AGENT_FOLDER

SECONDS = 30


class Project:
    """A folder with a program and modules, to run with and without the recorder."""

    def __init__(self, folder: Path, python: Path) -> None:
        self.folder, self.python = folder, python
        self.journal = folder / "calls.testloom"

    def write(self, **modules: str) -> None:
        for name, source in modules.items():
            (self.folder / f"{name}.py").write_text(textwrap.dedent(source))

    def start(self, *program: str) -> subprocess.Popen[str]:
        command = recorded_command(self.python, self.journal, self.folder, name="app")
        return subprocess.Popen(
            [*command, *(program or ("app.py",))],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *program: str) -> tuple[str, str, int]:
        """Output, errors and exit status of the recorded program."""
        with self.start(*program) as process:
            out, err = process.communicate(timeout=SECONDS)
        return out, err, process.returncode

    def plainly(self) -> tuple[str, str, int]:
        """The same without the recorder."""
        command = [str(self.python), "app.py"]
        done = subprocess.run(
            command,
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        return done.stdout, done.stderr, done.returncode

    @property
    def calls(self) -> list[tuple[str, dict[str, Any]]]:
        with closing(sqlite3.connect(self.journal)) as connection:
            rows = connection.execute("select callable, data from calls order by id").fetchall()
        return [(path, json.loads(data)) for path, data in rows]

    @property
    def lost(self) -> list[tuple[str, str]]:
        with closing(sqlite3.connect(self.journal)) as connection:
            return connection.execute("select callable, reason from lost").fetchall()

    def steps(self, path: str) -> list[list[Any]]:
        """The steps of the only call of a function."""
        [data] = [data for known, data in self.calls if known == path]
        return list(data["steps"])


@pytest.fixture
def project(tmp_path: Path, python: Path) -> Project:
    return Project(tmp_path.resolve(), python)


def test_values_become_the_steps_that_build_them(project: Project) -> None:
    project.write(
        kinds="""
        import collections, dataclasses, enum
        class Colour(enum.Enum):
            RED = 1
        @dataclasses.dataclass
        class Item:
            name: str
            tags: list = dataclasses.field(default_factory=list)
        Point = collections.namedtuple("Point", "x y")
        class Setting:
            def __init__(self, value): self.value = value
        DEFAULT = Setting(1)
        def show(*values): ...
        """,
        app="""
        import datetime, decimal, pathlib
        from kinds import *
        tags = ["new"]
        show(Item("pear", tags), tags, Colour.RED, Point(1, 2.5), decimal.Decimal("1.20"))
        show(Item("fig"), collections.defaultdict(list, a=[1]), DEFAULT)
        show({"day": datetime.date(2024, 1, 2)}, pathlib.Path("a/b"), {1}, b"x", show, None)
        """,
    )
    project.run()

    [(_, first), (_, defaults), (_, second)] = [call for call in project.calls if call[0] == "kinds:show"]
    assert first["steps"] == [
        ["literal", 1, "pear"],
        ["literal", 2, "new"],
        ["collection", 3, "list", [2]],
        ["call", 4, "kinds:Item", None, [], {"name": 1, "tags": 3}],
        ["reference", 5, "kinds:Colour.RED"],
        ["literal", 6, 1],
        ["literal", 7, 2.5],
        ["call", 8, "kinds:Point", None, [6, 7], {}],
        ["literal", 9, "1.20"],
        ["call", 10, "decimal:Decimal", None, [9], {}],
        ["call", 11, "kinds:show", None, [4, 3, 5, 8, 10], {}],
    ]
    assert defaults["steps"] == [
        ["literal", 1, "fig"],
        ["call", 2, "kinds:Item", None, [], {"name": 1}],
        ["reference", 3, "builtins:list"],
        ["literal", 4, "a"],
        ["literal", 5, 1],
        ["collection", 6, "list", [5]],
        ["collection", 7, "dict", [4, 6]],
        ["call", 8, "collections:defaultdict", None, [3, 7], {}],
        ["reference", 9, "kinds:DEFAULT"],
        ["call", 10, "kinds:show", None, [2, 8, 9], {}],
    ]
    built = [step[2] for step in second["steps"] if step[0] == "call"]
    assert built == ["datetime:date", "pathlib:Path", "kinds:show"]


def test_an_object_is_built_by_its_constructor_and_what_was_called_on_it_since(project: Project) -> None:
    project.write(
        stock="""
        class Shelf:
            def __init__(self, size):
                self.size = size
                self.items = []
            def put(self, item):
                if len(self.items) >= self.size:
                    raise ValueError("full")
                self.items.append(item)
            def put_all(self, *items):
                for item in items:
                    self.put(item)
            def count(self):
                return len(self.items)
        """,
        app="""
        from stock import Shelf
        shelf = Shelf(2)
        shelf.put_all("a", "b")
        try:
            shelf.put("c")
        except ValueError:
            pass
        print(shelf.count())
        """,
    )
    assert project.run() == project.plainly()

    called = [step[2] for step in project.steps("stock:Shelf.count") if step[0] == "call"]
    assert called == ["stock:Shelf", "stock:Shelf.put_all", "stock:Shelf.count"]
    [refused] = [data for path, data in project.calls if path == "stock:Shelf.put"]
    assert refused["raised"] == "builtins:ValueError"


def test_what_the_main_program_defines_is_recorded_under_its_own_name(project: Project) -> None:
    project.write(
        app="""
        from __future__ import annotations
        class Money:
            def __init__(self, amount: Amount): self.amount = amount
        def double(money: Money) -> int:
            return money.amount * 2
        if __name__ == "__main__":
            print(double(Money(4)), __file__)
        """
    )
    out, err, status = project.run()

    assert (out, err, status) == ("8 app.py\n", "", 0)
    assert [step[2] for step in project.steps("app:double") if step[0] == "call"] == [
        "app:Money",
        "app:double",
    ]


def test_coroutines_and_generators_are_recorded(project: Project) -> None:
    project.write(
        work="""
        import asyncio
        async def fetch(key):
            await asyncio.sleep(0)
            return key * 2
        def count(limit):
            yield from range(limit)
        """,
        app="""
        import asyncio, inspect
        from work import count, fetch
        print(asyncio.run(fetch("a")), list(count(3)))
        print(inspect.iscoroutinefunction(fetch), inspect.isgeneratorfunction(count))
        """,
    )
    assert project.run() == project.plainly() == ("aa [0, 1, 2]\nTrue True\n", "", 0)
    assert sorted(path for path, _ in project.calls) == ["work:count", "work:fetch"]


def test_a_module_is_run_as_python_runs_it(project: Project) -> None:
    package = project.folder / "tool"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "core.py").write_text("def run(text):\n    return text.upper()\n")
    (package / "__main__.py").write_text("import sys\nfrom .core import run\nprint(run(sys.argv[1]))\n")

    assert project.run("-m", "tool", "x") == ("X\n", "", 0)
    assert [path for path, _ in project.calls] == ["tool.core:run"]


def test_secrets_are_nowhere_in_the_recording(project: Project) -> None:
    project.write(
        vault="""
        def login(user, password, **more): ...
        def send(headers, body): ...
        """,
        app="""
        from vault import login, send
        login("ann", "correct horse", api_key="k-1")
        login(user="ann", password="battery staple")
        send({"Authorization": "Basic abc"}, "sk4f9Qz81LmX72pWcV0tYhB3")
        """,
    )
    project.run()

    written = b"".join(file.read_bytes() for file in project.folder.glob("calls.testloom*"))
    for secret in (b"correct horse", b"battery staple", b"k-1", b"Basic abc", b"sk4f9Qz81LmX72pWcV0tYhB3"):
        assert secret not in written
    assert b"ann" in written and b"redacted" in written


HOSTILE = """
    class Loud:
        def __init__(self, name): self.name = name
        def __repr__(self): print("repr"); raise RuntimeError
        def __eq__(self, other): print("eq"); raise RuntimeError
        def __hash__(self): print("hash"); raise RuntimeError
        @property
        def value(self): print("property"); raise RuntimeError
    def look(loud, depth=0):
        return look(loud, depth + 1) if depth < 900 else depth
    def keep(value): ...
"""


def test_no_code_of_values_is_called(project: Project) -> None:
    project.write(
        hostile=HOSTILE,
        app="""
        from hostile import *
        loop = []
        loop.append(loop)
        keep(loop)
        keep(lambda: 1)
        keep("x" * 50_000_000)
        print(look(Loud("a")))
        """,
    )
    assert project.run() == project.plainly() == ("900\n", "", 0)
    reasons = {reason for path, reason in project.lost if path == "hostile:keep"}
    assert reasons == {
        "a value that holds itself",
        "a text that is too long",
    }


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


def test_a_constructor_that_calls_that_of_its_base_is_one_call(project: Project) -> None:
    project.write(
        shapes="""
        class Shape:
            def __init__(self, name): self.name = name
            def area(self): return 0
        class Square(Shape):
            def __init__(self, side):
                super().__init__("square")
                self.side = side
            def area(self): return super().area() + self.side ** 2
        DEFAULT = [Square(n) for n in range(100)]
        """,
        app="from shapes import *\nprint(Square(2).area(), DEFAULT[3].area())",
    )
    assert project.run() == project.plainly() == ("4 9\n", "", 0)

    assert {path for path, _ in project.calls} == {"shapes:Square.__init__", "shapes:Square.area"}
    assert not project.lost


def test_an_object_that_much_happened_to_gets_the_attributes_that_changed(project: Project) -> None:
    project.write(
        tally="""
        class Tally:
            def __init__(self, name):
                self.name, self.counts, self._last = name, {}, None
            def add(self, key):
                self.counts[key] = self.counts.get(key, 0) + 1
                self._last = key
            def top(self): return max(self.counts, key=self.counts.get)
        """,
        app="""
        from tally import Tally
        tally = Tally("words")
        for word in "abracadabra": tally.add(word)
        print(tally.top())
        """,
    )
    assert project.run() == project.plainly() == ("a\n", "", 0)

    steps = project.steps("tally:Tally.top")
    assert [
        step[2:4] if step[0] == "assign" else step[2] for step in steps if step[0] in ("assign", "call")
    ] == [
        "tally:Tally",
        [2, "counts"],
        [2, "_last"],
        "tally:Tally.top",
    ]


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


def test_asynchronous_generators_are_recorded_and_take_what_is_sent(project: Project) -> None:
    project.write(
        work="""
        async def count(limit):
            number = 0
            while number < limit:
                try:
                    number += (yield number) or 1
                except KeyError:
                    number += 10
        """,
        app="""
        import asyncio, inspect
        from work import count
        async def main():
            items = count(20)
            print(await items.asend(None), await items.asend(5), await items.athrow(KeyError()))
            print([item async for item in count(3)], inspect.isasyncgenfunction(count))
            await items.aclose()
        asyncio.run(main())
        """,
    )
    assert project.run() == project.plainly() == ("0 5 15\n[0, 1, 2] True\n", "", 0)
    assert [path for path, _ in project.calls] == ["work:count", "work:count", "app:main"]


def test_modules_that_were_imported_before_are_recorded_from_then_on(project: Project) -> None:
    project.write(
        steps="def step(n): return n\nclass Stair:\n    def up(self): return 1\n",
        walk="from steps import step\ndef walk(n): return [step(i) for i in range(n)]\n",
        app="""
        import sys
        import walk
        from steps import Stair
        from testloom_agent.recording.beginning import begin
        begin("later.testloom", ".", [], [])
        print(walk.walk(1), Stair().up())
        """,
    )
    plain = {**os.environ, "PYTHONPATH": str(AGENT_FOLDER.parent)}
    done = subprocess.run(
        [project.python, "app.py"], cwd=project.folder, env=plain, capture_output=True, text=True, check=True
    )
    project.journal = project.folder / "later.testloom"

    assert done.stdout == "[0] 1\n"
    assert sorted(path for path, _ in project.calls) == ["steps:step", "walk:walk"]


BUSY = """
    import asyncio, os, sys
    class Secret:
        def __init__(self, password): self.password = password
        def __repr__(self): raise RuntimeError
        def __eq__(self, other): raise RuntimeError
        def __bool__(self): raise RuntimeError
        def __getattr__(self, name): raise RuntimeError
    class Server:
        def __init__(self, log): self.log, self.seen = log, 0
        async def answer(self, request, secret):
            await asyncio.sleep(0)
            self.seen += 1
            self.log.write(str(request))
            return request * 2
        def big(self, data): return len(data)
"""


def test_a_service_under_load_with_hostile_values_behaves_as_ever(project: Project) -> None:
    project.write(
        busy=BUSY,
        app="""
        import asyncio, sys, time
        from busy import *
        class Log:
            def write(self, text): sys.stdout.write(text[:1])
        events = []
        sys.setprofile(lambda frame, event, arg: events.append(1) if not events else None)
        async def main():
            server = Server(Log())
            calls = [server.answer(n, Secret("hunter2 the second")) for n in range(2000)]
            results = await asyncio.gather(*calls)
            print(sum(results), server.seen, server.big(bytearray(1_000_000_000)), bool(events))
        asyncio.run(main())
        sys.stdout.flush()
        time.sleep(1)
        os._exit(7)
        """,
    )
    assert project.run() == project.plainly()

    assert {path for path, _ in project.calls} >= {"busy:Server.answer", "busy:Secret.__init__"}
    written = b"".join(file.read_bytes() for file in project.folder.glob("calls.testloom*"))
    assert b"hunter2" not in written


def test_files_that_a_call_reads_are_recorded_without_secrets(project: Project) -> None:
    project.write(
        files="""
        import os, pathlib
        def gather(folder):
            names = sorted(os.listdir(folder))
            text = pathlib.Path(folder, "note.txt").read_text()
            with open(os.path.join(folder, "settings.ini")) as stream: settings = stream.read()
            pathlib.Path("out", "sum.txt").write_text(text * 2)
            return names, len(settings), pathlib.Path("out", "sum.txt").read_text()
        """,
        app="""
        import os
        from files import gather
        print(gather(os.path.abspath("data")))
        """,
    )
    (project.folder / "data" / "old").mkdir(parents=True)
    (project.folder / "out").mkdir()
    (project.folder / "data" / "note.txt").write_text("hello")
    (project.folder / "data" / "settings.ini").write_text("user = ann\npassword = hunter2\n")
    assert project.run() == project.plainly()

    [(_, data)] = project.calls
    assert data["steps"][0] == ["literal", 1, "data"]
    assert data["files"] == {
        "data/old": None,
        "data/note.txt": "hello",
        "data/settings.ini": "user = ann\npassword = redacted\n",
        "out": None,
    }


def test_threads_record_side_by_side(project: Project) -> None:
    project.write(
        sums="def add(one, other): return one + other\n",
        app="""
        import threading
        from sums import add
        def work(number):
            for n in range(50):
                add("x" * number, str(n))
        threads = [threading.Thread(target=work, args=(n,)) for n in range(20)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        """,
    )
    assert project.run() == ("", "", 0)
    assert project.calls and not project.lost


def test_a_run_that_is_killed_or_leaves_at_once_keeps_what_it_recorded(project: Project) -> None:
    project.write(
        steps="def step(n): return n\n",
        app="""
        import os, sys, time
        from steps import step
        step(1)
        time.sleep(0.5)
        if len(sys.argv) > 1:
            os._exit(3)
        print("ready", flush=True)
        time.sleep(60)
        """,
    )
    assert project.run("app.py", "leave")[2] == 3
    assert len(project.calls) == 1

    with project.start() as process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGKILL)
    assert len(project.calls) == 2


def test_a_forked_child_records_too(project: Project) -> None:
    project.write(
        steps="def step(n): return n\n",
        app="""
        import multiprocessing
        from steps import step
        if __name__ == "__main__":
            step("parent")
            child = multiprocessing.get_context("fork").Process(target=step, args=(2,))
            child.start()
            child.join()
        """,
    )
    assert project.run()[2] == 0

    assert [data["steps"][0][2] for _, data in project.calls] == ["parent", 2]


def test_a_long_run_is_looked_at_more_and_more_seldom(project: Project) -> None:
    project.write(
        steps="def step(n): return n\n",
        app="""
        from steps import step
        for n in range(200_000):
            step(n)
        step("new")
        """,
    )
    started = time.monotonic()
    project.run()

    assert time.monotonic() - started < SECONDS
    assert len(project.calls) < 10
