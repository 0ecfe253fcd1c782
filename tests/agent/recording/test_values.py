"""What calls get becomes the steps that build it again."""

from __future__ import annotations

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


def test_iterators_are_made_of_what_they_have_left(project: Project) -> None:
    project.write(
        kinds="""
        class Words(list):
            def __getitem__(self, key): raise AssertionError
        def take(*lines): return ["".join(map(str, each)) for each in lines]
        """,
        app="""
        from kinds import *
        words = iter(Words("abc"))
        next(words)
        pairs = zip("xy", range(2, 9))
        print(take(words, reversed([1, 2]), enumerate(iter(()), 4), pairs), next(words, None))
        """,
    )
    assert project.run() == project.plainly()

    [(_, data)] = project.calls
    assert data["steps"] == [
        ["literal", 1, "b"],
        ["literal", 2, "c"],
        ["collection", 3, "list", [1, 2]],
        ["call", 4, "builtins:iter", None, [3], {}],
        ["literal", 5, 2],
        ["literal", 6, 1],
        ["collection", 7, "list", [5, 6]],
        ["call", 8, "builtins:iter", None, [7], {}],
        ["collection", 9, "tuple", []],
        ["call", 10, "builtins:iter", None, [9], {}],
        ["literal", 11, 4],
        ["call", 12, "builtins:enumerate", None, [10, 11], {}],
        ["literal", 13, "xy"],
        ["call", 14, "builtins:iter", None, [13], {}],
        ["literal", 15, 2],
        ["literal", 16, 9],
        ["literal", 17, 1],
        ["call", 18, "builtins:range", None, [15, 16, 17], {}],
        ["call", 19, "builtins:iter", None, [18], {}],
        ["call", 20, "builtins:zip", None, [14, 19], {}],
        ["call", 21, "kinds:take", None, [4, 8, 12, 20], {}],
    ]


def test_an_iterator_with_too_much_left_is_doubled_by_the_items_that_are_taken(project: Project) -> None:
    project.write(
        kinds="""
        def first(numbers):
            for number in numbers:
                return number
        """,
        app="""
        from kinds import first
        print(first(iter(list(range(400)))))
        """,
    )
    assert project.run() == project.plainly() == ("0\n", "", 0)

    [(_, data)] = project.calls
    assert [step[0] for step in data["steps"]][:2] == ["double", "call"]
    assert [ask[3] for ask in data["asks"]] == ["__iter__()"]
