"""A program that is recorded behaves as ever, and its calls are there afterwards."""

from __future__ import annotations

import os
import subprocess

from testloom.execution.process import AGENT_FOLDER
from tests.agent.recorded_program import Project


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


def test_what_others_set_of_an_object_is_set_again(project: Project) -> None:
    project.write(
        notes="""
        class Note:
            def __init__(self):
                self.text, self.marks = "", []
        class Pin:
            __slots__ = ("place", "on", "__weakref__")
            def __init__(self, place):
                self.place = place
        def length(note): return len(note.text) + len(note.marks)
        def where(pin): return pin.place + pin.on
        """,
        app="""
        from notes import Note, Pin, length, where
        note, pin = Note(), Pin(1)
        note.text = "abc"
        note.marks.append("x")
        pin.on, pin.place = 5, 7
        print(length(note), where(pin))
        """,
    )
    assert project.run() == project.plainly() == ("4 12\n", "", 0)

    [_, *changes, _] = project.steps("notes:length")
    assert [step[3:] for step in changes if step[0] == "assign"] == [["text", 2], ["marks", 5]]
    assert [step[3] for step in project.steps("notes:where") if step[0] == "assign"] == ["on", "place"]


def test_objects_of_classes_without_a_constructor_are_built(project: Project) -> None:
    project.write(
        plain="""
        class Point: pass
        class Names(list):
            def first(self): return self[0]
        def across(point): return point.x
        """,
        app="""
        from types import SimpleNamespace
        from plain import *
        point = Point()
        point.x = 3
        print(across(point), across(SimpleNamespace(x=4)), Names(["a"]).first())
        """,
    )
    assert project.run() == project.plainly() == ("3 4 a\n", "", 0)

    across, other, first = [data["steps"] for _, data in project.calls]
    assert across == [
        ["call", 1, "plain:Point", None, [], {}],
        ["literal", 2, 3],
        ["assign", 3, 1, "x", 2],
        ["call", 4, "plain:across", None, [1], {}],
    ]
    assert other[1] == ["call", 2, "types:SimpleNamespace", None, [], {"x": 1}]
    assert first[1:3] == [["collection", 2, "list", [1]], ["call", 3, "plain:Names", None, [2], {}]]


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


def test_a_constructor_is_looked_at_again_when_its_objects_are_wanted(project: Project) -> None:
    project.write(
        tally="""
        class Tally:
            def __init__(self): self.count = 0
            def add(self, value): self.count += 1
        """,
        app="""
        from tally import Tally
        for n in range(200): Tally()
        for value in ("text", "text", 2.5, 2.5):
            for n in range(100): Tally().add(value)
        """,
    )
    project.run()

    added = [data["steps"] for path, data in project.calls if path == "tally:Tally.add"]
    assert {steps[1][2] for steps in added} == {"text", 2.5}
    assert not project.lost


def test_files_that_a_call_asks_about_are_recorded(project: Project) -> None:
    project.write(
        places="""
        import os
        from os.path import isfile
        from pathlib import Path
        def kinds(folder):
            return isfile(folder + "/a.txt"), os.path.isdir(folder), Path(folder, "b.txt").exists()
        """,
        app="from places import kinds\nprint(kinds('data'))\n",
    )
    (project.folder / "data").mkdir()
    (project.folder / "data" / "a.txt").write_text("a")
    (project.folder / "data" / "b.txt").write_text("b")
    assert project.run() == project.plainly()

    [(_, data)] = project.calls
    assert data["files"] == {"data/a.txt": "a", "data/b.txt": "b"}


def test_what_a_module_holds_goes_by_its_name_until_it_changes(project: Project) -> None:
    project.write(
        settings="""
        class Settings:
            def __init__(self, **values): self.values = values
        DEFAULT = Settings(depth=1)
        NAMES = {f"n{n}": n for n in range(400)}
        def depth(settings): return settings.values["depth"]
        def count(names): return len(names)
        """,
        app="""
        from settings import *
        print(depth(DEFAULT), count(NAMES))
        DEFAULT.values["depth"] = 2
        print(depth(DEFAULT))
        """,
    )
    assert project.run() == project.plainly() == ("1 400\n2\n", "", 0)

    before, names, after = [data["steps"] for path, data in project.calls if "Settings" not in path]
    assert before[0] == ["reference", 1, "settings:DEFAULT"]
    assert names[0] == ["reference", 1, "settings:NAMES"]
    assert [step[0] for step in after if step[0] in ("call", "assign")] == ["call", "assign", "call"]


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


def test_variables_and_the_clock_are_recorded_as_they_were_read(project: Project) -> None:
    project.write(
        around="""
        import os, time
        from datetime import datetime
        def place(): return os.environ["SHOP_PLACE"], os.getenv("SHOP_NOTHING"), "SHOP_TOKEN" in os.environ
        def hours(): return datetime.now() is None, time.time() > 0
        """,
        app="""
        import os
        from around import *
        os.environ.update(SHOP_PLACE="Ulm", SHOP_TOKEN="abcdef")
        print(place(), hours())
        """,
    )
    assert project.run() == project.plainly()

    place, hours = [data for _, data in project.calls]
    assert place["variables"] == {"SHOP_PLACE": "Ulm", "SHOP_NOTHING": None, "SHOP_TOKEN": "redacted"}
    assert abs(hours["clock"] - hours["span"][0]) < 24 * 3600


def test_values_that_hold_themselves_are_made_first_and_filled_then(project: Project) -> None:
    project.write(
        graphs="""
        from __future__ import annotations
        import dataclasses
        @dataclasses.dataclass
        class Node:
            name: str
            parent: Node | None = None
            children: list[Node] = dataclasses.field(default_factory=list)
        def look(value): ...
        """,
        app="""
        from graphs import *
        root = Node("root")
        root.children.append(Node("leaf", root))
        look(root)
        items = [1]
        items.append(items)
        look(items)
        names = {}
        names["own"] = names
        look(names)
        """,
    )
    project.run()

    node, items, names = [data["steps"] for path, data in project.calls if path == "graphs:look"]
    assert [step[2:] for step in node if step[0] in ("call", "assign")][:-1] == [
        ["graphs:Node", None, [], {"name": 1}],
        ["graphs:Node", None, [], {"name": 3, "parent": 2}],
        [2, "children", 5],
    ]
    assert [step[2:4] for step in items if step[0] == "call"][:2] == [["builtins:list.append", 1]] * 2
    assert names[2] == ["call", 3, "builtins:dict.__setitem__", 1, [2, 1], {}]
    assert not project.lost


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

    assert [path for path, _ in project.calls] == ["views:show", "views:home", "views:ask"]


def test_texts_and_numbers_of_own_classes_are_made_of_plain_ones(project: Project) -> None:
    project.write(
        kinds="""
        from collections import OrderedDict
        class Name(str): pass
        class Count(int): pass
        class Options(OrderedDict): pass
        def show(*values, password=None): ...
        """,
        app="""
        from kinds import *
        show(Name("ann"), Count(3), Options(a=1), "http://127.0.0.1:43567/found", password=Name("battery"))
        """,
    )
    project.run()

    [(_, data)] = project.calls
    assert [step[2:] for step in data["steps"] if step[0] == "call"][:-1] == [
        ["kinds:Name", None, [1], {}],
        ["kinds:Count", None, [3], {}],
        ["kinds:Options", None, [7], {}],
        ["kinds:Name", None, [10], {}],
    ]
    assert [step[2] for step in data["steps"] if step[0] == "literal"][-2:] == [
        "http://127.0.0.1:43567/found",
        "redacted",
    ]


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


def test_what_a_module_holds_goes_by_its_name_if_much_made_it(project: Project) -> None:
    project.write(
        commands="""
        class Parser:
            def __init__(self, name, options): self.name, self.options, self.parsed = name, options, 0
            def parse(self, text):
                self.parsed += 1
                return self.options.get(text)
        small = Parser("small", {})
        parser = Parser("large", {str(number): number for number in range(100)})
        def run(parser, text): return parser.parse(text)
        """,
        app="""
        from commands import parser, run, small
        for text in ("1", "two"): run(parser, text), run(small, text)
        """,
    )
    project.run()

    made = [data["steps"][0] for path, data in project.calls if path == "commands:run"]
    assert ["reference", 1, "commands:parser"] in made
    assert ["literal", 1, "small"] in made
    assert not project.lost


def test_functions_that_recorded_calls_define_and_return_are_recorded(project: Project) -> None:
    project.write(
        factories="""
        import functools
        class Shelf:
            def __init__(self, size): self.size = size
            def filler(self, step):
                def fill(times=1): return self.size - step * times
                return fill
        def make_adder(number):
            def add(other, *, twice=False): return number + other * (2 if twice else 1)
            return add
        def down():
            def count(number): return 0 if not number else 1 + count(number - 1)
            return count
        def counted(function):
            @functools.wraps(function)
            def call(*args): return function(*args)
            return call
        """,
        app="""
        import gc, inspect, weakref
        from factories import Shelf, counted, down, make_adder
        add, fill = make_adder(3), Shelf(10).filler(2)
        print(add(4), add(4, twice=True), fill(2), down()(3), inspect.signature(add), add.__name__)
        @counted
        def late(n): return n
        print(late(1), sum(make_adder(1)(n) for n in range(20_000)), sum(add(n) for n in range(20_000)))
        gone = weakref.ref(add)
        del add
        print(gone())
        """,
    )
    assert project.run() == project.plainly()

    added = [data for path, data in project.calls if path == "factories:make_adder"]
    assert [step[:5] for step in added[1]["steps"]] == [
        ["literal", 1, 4],
        ["literal", 2, 3],
        ["call", 3, "factories:make_adder", None, [2]],
        ["invoke", 4, 3, [1], {}],
    ]
    assert added[1]["value"] == 7
    [_, filled] = [data for path, data in project.calls if path == "factories:Shelf.filler"]
    assert [step[0] for step in filled["steps"]][-3:] == ["literal", "call", "invoke"]
    assert filled["value"] == 6
    assert not project.lost


def test_what_others_changed_between_two_calls_is_set(project: Project) -> None:
    project.write(
        notes="""
        class Note:
            def __init__(self): self.text, self.saved = "", 0
            def save(self):
                self.saved += 1
                return len(self.text)
        """,
        app="""
        from notes import Note
        note = Note()
        note.save()
        note.text = "abc"
        note.save()
        note.save()
        """,
    )
    project.run()

    [_, second, third] = [data["steps"] for path, data in project.calls if path == "notes:Note.save"]
    assert [step[3] for step in second if step[0] == "assign"] == ["text", "saved"]
    assert [step[3] for step in third if step[0] == "assign"] == ["text", "saved"]


def test_what_a_module_holds_goes_by_its_name_if_not_all_of_it_can_be_told(project: Project) -> None:
    project.write(
        commands="""
        class Parser:
            def __init__(self): self.help, self.last = "", None
            def parse(self, text):
                self.last = text
                return len(self.help) + len(text)
        parser = Parser()
        parser.help = "help " * 10_000
        """,
        app="""
        from commands import parser
        parser.parse("first")
        parser.parse("second")
        """,
    )
    project.run()

    receivers = [data["steps"][0] for path, data in project.calls if path == "commands:Parser.parse"]
    assert receivers == [["reference", 1, "commands:parser"]] * 2
