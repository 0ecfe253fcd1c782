"""A program that is recorded behaves as ever, and its calls are there afterwards."""

from __future__ import annotations

import os
import subprocess

from testloom.execution.process import AGENT_FOLDER
from tests.agent.recorded_program import Project


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

    assert project.run() == project.plainly() == (f"8 {project.folder / 'app.py'}\n", "", 0)
    assert [step[2] for step in project.steps("app:double") if step[0] == "call"] == [
        "app:Money",
        "app:double",
    ]


def test_what_python_warns_of_in_a_module_is_told_once(project: Project) -> None:
    project.write(
        work="""
        def is_one(connection):
            return connection.execute("select 1").fetchone()[0] is 1
        """,
        app="""
        import sqlite3
        from work import is_one
        print(is_one(sqlite3.connect(":memory:")))
        """,
    )

    assert project.run() == project.plainly()


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
    assert sorted(path for path, _ in project.calls) == ["steps:Stair.up", "steps:step", "walk:walk"]


def test_decorated_functions_and_methods_of_classes_are_recorded(project: Project) -> None:
    project.write(
        shop="""
        import functools
        def twice(function):
            @functools.wraps(function)
            def doubled(*args): return 2 * function(*args)
            return doubled
        @twice
        def price(count): return 10 * count
        def _fixed(self, name, size): self.name, self.size = name, size
        class Box:
            @classmethod
            def small(cls): return cls("s")
            def __init__(self, name, size): raise NotImplementedError
            __init__ = functools.partialmethod(_fixed, size=1)
        """,
        app="""
        from shop import *
        class Crate(Box): pass
        print(price(1), Box.small().size, Crate.small().name)
        """,
    )
    assert project.run() == project.plainly() == ("20 1 s\n", "", 0)

    assert [path for path, _ in project.calls] == ["shop:price", "shop:Box.small"]


def test_functions_that_others_stand_for_stay_what_they_are(project: Project) -> None:
    project.write(
        maths="""
        import functools
        def _plain(n): return n
        @functools.wraps(_plain)
        def doubled(n): return 2 * _plain(n)
        """,
        app="""
        import maths
        from testloom_agent.recording.beginning import begin
        begin("later.testloom", ".", [], [])
        print(maths._plain(1), maths.doubled(1))
        """,
    )
    plain = {**os.environ, "PYTHONPATH": str(AGENT_FOLDER.parent)}
    done = subprocess.run(
        [project.python, "app.py"], cwd=project.folder, env=plain, capture_output=True, text=True, check=True
    )

    assert done.stdout == "1 2\n"


def test_functions_that_others_hold_already_are_recorded_there_too(project: Project) -> None:
    (project.folder / "node_modules").mkdir()
    (project.folder / "node_modules" / "lib.py").write_text(
        "ROUTES = []\ndef route(f):\n    ROUTES.append(f)\n    return f\n"
    )
    project.write(
        views="""
        from lib import route
        @route
        def show(name): return name.upper()
        def home(): return "home"
        TABLE = {"home": home}
        class Page:
            title = home
        def ask(name): return TABLE[name]()
        """,
        app="""
        import sys
        sys.path.append("node_modules")
        import views
        from lib import ROUTES
        print(ROUTES[0]("a"), views.ask("home"), views.TABLE["home"] is views.home, views.Page.title())
        """,
    )
    assert project.run() == project.plainly() == ("A home True home\n", "", 0)

    assert [path for path, _ in project.calls] == ["views:show", "views:home", "views:ask", "views:home"]


def test_functions_are_recorded_whoever_holds_them(project: Project) -> None:
    project.write(
        work="""
        import functools
        def in_tuple(): return 1
        def in_partial(x, y): return x + y
        def as_default(): return 3
        def in_closure(): return 4
        TABLE = (in_tuple,)
        added = functools.partial(in_partial, 1)
        def using(default=as_default): return default()
        def keeping(function):
            def kept(*args): return function(*args)
            return kept
        kept = keeping(in_closure)
        square = lambda number: number * number
        class Outer:
            class Inner:
                double = lambda self, number: number * 2
                @keeping
                def half(self, number): return number / 2
        """,
        app="""
        from work import TABLE, Outer, added, kept, square, using
        print(TABLE[0](), added(2), using(), kept(), square(3))
        print(Outer.Inner().double(2), Outer.Inner().half(2))
        """,
    )
    assert project.run() == project.plainly() == ("1 3 3 4 9\n4 1.0\n", "", 0)
    assert [path.removeprefix("work:") for path, _ in project.calls] == [
        *("in_tuple", "in_partial", "as_default", "using", "in_closure", "kept", "square"),
        *("Outer.Inner.double", "Outer.Inner.half"),
    ]


def test_what_is_recorded_tells_the_same_of_itself(project: Project) -> None:
    project.write(
        told="""
        import functools
        def traced(function):
            @functools.wraps(function)
            def tracing(*args): return function(*args)
            return tracing
        def plain(a: int, *, b: str = "x") -> bool:
            "Says."
            return True
        @traced
        def decorated(a: "float") -> None: ...
        plain.uses = 3
        """,
        app="""
        import inspect, pickle, typing
        from told import decorated, plain
        print(inspect.signature(plain), typing.get_type_hints(plain), plain.__doc__, plain.uses)
        print(inspect.signature(decorated), typing.get_type_hints(decorated), decorated.__name__)
        print(pickle.loads(pickle.dumps(plain)) is plain, inspect.getsource(plain))
        """,
    )
    assert project.run() == project.plainly()


def test_functions_that_the_main_program_defines_within_a_condition_are_recorded(project: Project) -> None:
    project.write(
        app="""
        try:
            import nothing_of_this_name
        except ImportError:
            def fallback(): return 1
        print(fallback())
        """
    )
    assert project.run() == ("1\n", "", 0)
    assert [path for path, _ in project.calls] == ["app:fallback"]


def test_properties_and_operators_are_recorded_and_no_part_of_what_happened(project: Project) -> None:
    project.write(
        bags="""
        import functools
        class Bag:
            def __init__(self): self.items = []
            def put(self, item): self.items.append(item)
            @property
            def size(self): return len(self.items)
            @functools.cached_property
            def first(self): return self.items[0]
            def __len__(self): return len(self.items)
            def __getitem__(self, place): return self.items[place]
            def __iter__(self):
                for item in self.items: yield item
            def __add__(self, other): return [*self.items, *other.items]
        """,
        app="""
        from bags import Bag
        bag = Bag()
        bag.put("x")
        print(bag.size, bag[0], list(bag), bag + bag, len(bag), bag.first)
        for item in bag:
            bag.put("y") if len(bag) < 3 else None
        """,
    )
    assert project.run() == project.plainly()

    called = {path.rpartition(".")[2]: data["steps"] for path, data in project.calls}
    assert {"put", "size", "first", "__getitem__", "__iter__", "__add__", "__len__"} <= called.keys()
    assert [step[2] for step in called["__add__"] if step[0] == "call"] == [
        "bags:Bag",
        "bags:Bag.put",
        "bags:Bag.__add__",
    ]
    assert called["first"][-1] == ["attribute", 4, 1, "first"]


def test_a_cached_function_is_recorded_where_its_cache_has_no_answer(project: Project) -> None:
    project.write(
        numbers_="""
        import functools
        @functools.lru_cache(maxsize=None)
        def square(number): return number * number
        class Scale:
            @functools.lru_cache
            def apply(self, number): return number * 10
            @staticmethod
            @functools.lru_cache(maxsize=2)
            def half(number): return number / 2
        """,
        app="""
        import inspect
        from numbers_ import Scale, square
        print(square(3), square(3), Scale().apply(2), Scale.half(3), Scale.half(3))
        print(square.cache_info(), inspect.signature(square), square.__name__)
        print(sum(square(n) for n in range(20_000)), square.cache_info().hits)
        square.cache_clear()
        """,
    )
    assert project.run() == project.plainly()

    assert [(path, data["value"]) for path, data in project.calls][:3] == [
        ("numbers_:square", 9),
        ("numbers_:Scale.apply", 20),
        ("numbers_:Scale.half", 1.5),
    ]
    assert not project.lost


EXHAUSTING = """
class Leaf:
    def __init__(self, size): self.size = size
def total(leaves, name):
    return sum(leaf.size for leaf in leaves)
def label(number):
    return f"number {number}"
"""
"""To look at 6,000 calls of `total` takes more time than the recorder has."""


def test_looking_at_calls_ends_when_its_share_of_the_time_is_used_up(project: Project) -> None:
    project.write(
        work="""
        class Leaf:
            def __init__(self, size): self.size = size
        class Tree:
            def __init__(self, leaves): self.leaves = leaves
        def total(tree, name):
            return sum(leaf.size for leaf in tree.leaves)
        """,
        app="""
        from work import Leaf, Tree, total
        print(sum(total(Tree([Leaf(n) for n in range(90)]), "x" * n) for n in range(3000)))
        """,
    )

    assert project.run() == project.plainly() == ("12015000\n", "", 0)
    assert "recording had used up its share of the time" in {reason for _, reason in project.lost}
    assert 0 < len(project.calls) < 3000


def test_a_function_that_is_first_called_when_the_time_is_used_up_is_looked_at(project: Project) -> None:
    project.write(
        work=EXHAUSTING,
        app="""
        from work import Leaf, label, total
        for n in range(6000):
            total([Leaf(n) for n in range(90)], "x" * n)
        print(label(3))
        """,
    )

    assert project.run() == ("number 3\n", "", 0)
    assert "recording had used up its share of the time" in {reason for _, reason in project.lost}
    assert ("work:label", "number 3") in [(path, data["value"]) for path, data in project.calls[-1:]]


def test_a_forked_child_has_its_own_share_of_the_time(project: Project) -> None:
    project.write(
        work=EXHAUSTING,
        app="""
        import os
        from work import Leaf, label, total
        for n in range(6000):
            total([Leaf(n) for n in range(90)], "x" * n)
        if (child := os.fork()) == 0:
            label(3)
            os._exit(0)
        os.waitpid(child, 0)
        """,
    )

    out, _, status = project.run()  # newer Pythons warn of forks beside threads

    assert (out, status) == ("", 0)
    assert "recording had used up its share of the time" in {reason for _, reason in project.lost}
    assert [path for path, _ in project.calls].count("work:label") == 1
