"""A loaded module is described as docs/agent-protocol.md says."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from testloom_agent.loading import load

HEAD = """
from __future__ import annotations
import abc, collections, contextlib, dataclasses, datetime, enum, functools, pathlib, typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import *
"""


@pytest.fixture(autouse=True)
def _own_modules() -> Iterator[None]:
    modules, path = dict(sys.modules), list(sys.path)
    yield
    for name in set(sys.modules) - set(modules):
        del sys.modules[name]
    sys.path[:] = path


@pytest.fixture
def described(tmp_path: Path) -> Any:
    def describe(source: str, name: str = "subject_under_test", head: str = HEAD, **others: str) -> Any:
        for other, text in others.items():
            (tmp_path / f"{other}.py").write_text(textwrap.dedent(text))
        (tmp_path / f"{name}.py").write_text(head + textwrap.dedent(source))
        description = load(str(tmp_path / f"{name}.py"), str(tmp_path), 10).description
        json.dumps(description)
        return description

    return describe


def callables(description: Any) -> dict[str, Any]:
    return {entry["id"].partition(":")[2]: entry for entry in description["callables"]}


def classes(description: Any) -> dict[str, Any]:
    return {entry["id"].partition(":")[2]: entry for entry in description["classes"]}


def short(kind: Any) -> str:
    """A type in one line."""
    values = [repr(value) for value in kind["values"]]
    inner = ", ".join([short(arg) for arg in kind["args"]] + values)
    return f"{kind['name']}[{inner}]" if inner else str(kind["name"])


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ("int", "int"),
        ("None", "none"),
        ("Optional[int]", "union[int, none]"),
        ("int | str | None", "union[int, str, none]"),
        ("Union[int, Union[str, None]]", "union[int, str, none]"),
        ("list[int]", "list[int]"),
        ("List[List[int]]", "list[list[int]]"),
        ("Sequence[str]", "list[str]"),
        ("Iterable[int]", "list[int]"),
        ("Iterator[int]", "list[int]"),
        ("Mapping[str, int]", "dict[str, int]"),
        ("Dict[str, Any]", "dict[str, any]"),
        ("AbstractSet[int]", "set[int]"),
        ("FrozenSet[int]", "frozenset[int]"),
        ("Tuple[int, str]", "tuple[int, str]"),
        ("tuple[int, ...]", "tuple[int, int]"),
        ("Callable[[int], str]", "callable"),
        ("Type[Exception]", "type[builtins:Exception]"),
        ("type[Colour]", "type[subject_under_test:Colour]"),
        ("Literal['a', 2, None]", "literal['a', 2, None]"),
        ("Literal[Colour.RED]", "subject_under_test:Colour"),
        ("Colour", "subject_under_test:Colour"),
        ("'Colour'", "subject_under_test:Colour"),
        ("Plain", "any"),
        ("Bound", "int"),
        ("Choice", "union[int, str]"),
        ("AnyStr", "union[bytes, str]"),
        ("UserId", "int"),
        ("Annotated[int, 'doc']", "int"),
        ("Nothing", "any"),
        ("List[Nothing]", "any"),
        ("object", "any"),
        ("pathlib.Path", "pathlib:Path"),
        ("datetime.datetime", "datetime:datetime"),
        ("TextIO", "io:StringIO"),
        ("IO[bytes]", "io:BytesIO"),
        ("collections.OrderedDict[str, int]", "collections:OrderedDict[str, int]"),
        ("Counter[str]", "collections:Counter[str]"),
        ("Hashable", "str"),
        ("ValueError", "builtins:ValueError"),
        ("bytes", "bytes"),
        ("typing.Pattern[str]", "re:Pattern[str]"),
        ("Movie", "dict[str, any]"),
    ],
)
def test_annotations_are_reduced(described: Any, annotation: str, expected: str) -> None:
    description = described(f"""
        Plain, Bound, Choice = TypeVar("Plain"), TypeVar("Bound", bound=int), TypeVar("Choice", int, str)
        UserId = NewType("UserId", int)
        class Colour(enum.Enum):
            RED = 1
        class Movie(TypedDict):
            title: str
        def f(a: {annotation}, b: int) -> str: ...
    """)
    first, second = callables(description)["f"]["parameters"]

    assert _parts(short(first["type"])) == _parts(expected)
    assert short(second["type"]) == "int"


def _parts(text: str) -> list[str]:
    """A union's members in any order: Python keeps equal ones as it first saw them."""
    return sorted(text.removeprefix("union[").removesuffix("]").split(", "))


def test_callables_come_in_source_order_with_their_kinds(described: Any) -> None:
    description = described("""
        import json
        from textwrap import dedent

        def later(a): ...

        class Base(abc.ABC):
            @abc.abstractmethod
            def area(self): ...
            def _private(self): ...

        class _Mixin:
            def mixed(self): ...

        class Shape(_Mixin, Base):
            sides: int
            def __init__(self, size: int = 3, *, name="x"): self.size = size; self._hidden = 1
            def area(self) -> float: return 1.0
            @property
            def double(self) -> int: return self.size * 2
            @functools.cached_property
            def triple(self) -> int: return self.size * 3
            @staticmethod
            def make(size: int) -> Shape: return Shape(size)
            @classmethod
            def unit(cls) -> Self: return cls(1)
            def __add__(self, other: Shape) -> Shape: return self
            def __secret(self): ...
            class Inner:
                def deep(self): ...

        @functools.lru_cache
        def cached(n: int) -> int: return n

        async def fetch(url: str) -> bytes: return b""
        def numbers() -> Iterator[int]: yield 1
        add = lambda a, b: a + b
        alias = later
        Point = collections.namedtuple("Point", "x y")
    """)
    private = {name for name, entry in callables(description).items() if entry.get("is_private")}
    found = {name: entry["kind"] for name, entry in callables(description).items() if name not in private}

    assert private == {"Base._private", "_Mixin", "_Mixin.mixed", "Shape._Shape__secret"}
    assert found == {
        "later": "function",
        "Base": "constructor",
        "Base.area": "method",
        "Shape": "constructor",
        "Shape.area": "method",
        "Shape.double": "property",
        "Shape.triple": "property",
        "Shape.make": "staticmethod",
        "Shape.unit": "classmethod",
        "Shape.__add__": "method",
        "Shape.mixed": "method",
        "Shape.Inner": "constructor",
        "Shape.Inner.deep": "method",
        "cached": "function",
        "fetch": "function",
        "numbers": "function",
        "add": "function",
        "Point": "constructor",
    }
    lines = [entry["line"] for entry in description["callables"]]
    assert lines == sorted(lines)


def test_parameters_have_kinds_and_defaults(described: Any) -> None:
    entry = callables(described("def f(a, /, b=b'x', *rest, c, d=[], e=2j, **more): ..."))["f"]

    assert [(p["name"], p["kind"], p["has_default"], p["default"]) for p in entry["parameters"]] == [
        ("a", "positional", False, None),
        ("b", "either", True, {"bytes": "x"}),
        ("rest", "args", False, None),
        ("c", "keyword", False, None),
        ("d", "keyword", True, None),
        ("e", "keyword", True, {"complex": [0.0, 2.0]}),
        ("more", "kwargs", False, None),
    ]


def test_receivers_are_no_parameters(described: Any) -> None:
    found = callables(
        described("""
        class A:
            def m(self, x): ...
            @classmethod
            def c(cls, y): ...
            @staticmethod
            def s(z): ...
    """)
    )

    assert {name: [p["name"] for p in entry["parameters"]] for name, entry in found.items()} == {
        "A": [],
        "A.m": ["x"],
        "A.c": ["y"],
        "A.s": ["z"],
    }


def test_constructors_of_data_classes_enums_and_typed_dicts(described: Any) -> None:
    description = described("""
        @dataclasses.dataclass
        class Item:
            name: str
            price: Optional[float] = None
            tags: List[str] = dataclasses.field(default_factory=list)
            def __post_init__(self):
                if not self.name: raise ValueError("no name")
        class Colour(enum.Enum):
            RED = 1
            GREEN = 2
            ROUGE = 1
        class Point(NamedTuple):
            x: int
            y: int = 0
        class Movie(TypedDict, total=False):
            title: str
        class Shape(Protocol):
            def area(self) -> float: ...
    """)
    found, kinds = callables(description), classes(description)
    parameters = {
        name: [(p["name"], short(p["type"]), p["has_default"]) for p in entry["parameters"]]
        for name, entry in found.items()
        if entry["kind"] == "constructor"
    }

    assert parameters == {
        "Item": [("name", "str", False), ("price", "union[float, none]", True), ("tags", "list[str]", True)],
        "Point": [("x", "int", False), ("y", "int", True)],
        "Movie": [("title", "str", True)],
    }
    assert found["Item"]["raises"] == ["builtins:ValueError"]
    assert kinds["Colour"]["enum_members"] == ["RED", "GREEN"]
    assert kinds["Point"]["attributes"] == ["x", "y"]
    assert kinds["Item"]["attributes"] == ["name", "price", "tags"]
    assert kinds["Shape"]["is_abstract"] is True


def test_classes_that_annotations_name_are_described_too(described: Any) -> None:
    description = described(
        """
        from typing import TYPE_CHECKING
        import shop_models
        if TYPE_CHECKING:
            from shop_parts import Part
        def price(order: shop_models.Order, part: Part, when: datetime.date) -> float: ...
        """,
        shop_models="class Customer:\n    def __init__(self, name: str): self.name = name\n"
        "class Order:\n    def __init__(self, customer: Customer): self.customer = customer\n",
        shop_parts="class Part:\n    pass\n",
    )

    assert [entry["id"] for entry in description["callables"] if not entry["in_subject"]] == [
        "shop_models:Order",
        "shop_parts:Part",
        "datetime:date",
        "shop_models:Customer",
    ]
    assert {entry["id"]: entry["in_subject"] for entry in description["classes"]} == {
        "shop_models:Order": False,
        "shop_parts:Part": False,
        "datetime:date": False,
        "shop_models:Customer": False,
    }


def test_uses_say_what_the_body_does_with_a_parameter(described: Any) -> None:
    entry = callables(
        described("""
        def f(a, b, c, d, e):
            for x in a: x
            if b < 3 and "k" in c and isinstance(d, (int, str)): return b.real + len(c)
            c[0] = d[1:]
            return e(1) + -b
    """)
    )["f"]

    assert {p["name"]: p["uses"] for p in entry["parameters"]} == {
        "a": ["for"],
        "b": ["<", "real", "-"],
        "c": ["in", "len", "[]="],
        "d": ["isinstance:int", "isinstance:str", "[]"],
        "e": ["()"],
    }


def test_raises_come_from_the_body_and_the_docstring(described: Any) -> None:
    entry = callables(
        described('''
        import json
        class Mine(Exception): ...
        def f(a):
            """Do.

            Args:
                a: something
            Raises:
                KeyError: if it is not there
                Mine: sometimes

            :raises OSError: on Mondays
            """
            if a: raise ValueError("x")
            if a == 2: raise json.JSONDecodeError("x", "", 0)
            try: ...
            except Exception as error: raise error
            def inner(): raise RuntimeError
    ''')
    )["f"]

    assert entry["raises"] == [
        "builtins:ValueError",
        "json.decoder:JSONDecodeError",
        "builtins:OSError",
        "builtins:KeyError",
        "subject_under_test:Mine",
    ]


def test_constants_leave_out_docstrings_and_annotations(described: Any) -> None:
    description = described(
        '''
        """Module."""
        LIMIT: "Forward" = -5
        NAMES = ("a", b"b", 2.5, True, None)
        def f(x: "Text" = 7) -> "Result":
            """Doc."""
            return f"<{x}>" + "a"
        ''',
        head="",
    )

    assert description["constants"] == [-5, "a", {"bytes": "b"}, 2.5, 7, "<", ">"]


def test_what_cannot_be_described_costs_itself_only(described: Any) -> None:
    description = described("""
        class Broken:
            @property
            def __signature__(self): raise RuntimeError("no")
            def fine(self): ...
        class Odd(type):
            def __getattribute__(cls, name):
                if name == "__mro__": raise RuntimeError("hidden")
                return super().__getattribute__(name)
        class Hidden(metaclass=Odd): ...
        def also_fine(a): ...
    """)

    assert {"Broken.fine", "also_fine"} <= set(callables(description))
    assert any("Hidden" in text and "hidden" in text for text in description["skipped"])


def test_wrapped_functions_keep_their_signature(described: Any) -> None:
    found = callables(
        described("""
        def decorate(function):
            @functools.wraps(function)
            def wrapper(*args, **kwargs): return function(*args, **kwargs)
            return wrapper
        @decorate
        def f(a: int, b="x") -> int: raise KeyError(a)
        @contextlib.contextmanager
        def opened(name: str): yield name
        @functools.singledispatch
        def show(value): ...
    """)
    )

    assert [p["name"] for p in found["f"]["parameters"]] == ["a", "b"]
    assert found["f"]["raises"] == ["builtins:KeyError"]
    assert found["opened"]["is_generator"] is False
    assert "show" in found


def test_coroutines_and_generators_are_told_apart(described: Any) -> None:
    found = callables(
        described("""
        async def a(): ...
        def g() -> Iterator[int]: yield 1
        async def ag(): yield 1
        def plain(): ...
    """)
    )

    assert {name: (entry["is_coroutine"], entry["is_generator"]) for name, entry in found.items()} == {
        "a": (True, False),
        "g": (False, True),
        "ag": (True, True),
        "plain": (False, False),
    }
    assert short(found["g"]["returns"]) == "list[int]"


def test_probes_and_predicates_refer_to_each_other(described: Any) -> None:
    description = described("""
        def f(a):
            if a > 3:
                return 1
            return 2
    """)
    predicate = next(entry for entry in description["predicates"] if entry["text"] == "a > 3")
    outcomes = [entry for entry in description["probes"] if entry["predicate"] == predicate["index"]]

    assert [(entry["kind"], entry["outcome"], entry["code"], entry["label"]) for entry in outcomes] == [
        ("branch", True, "f", "a > 3 is true"),
        ("branch", False, "f", "a > 3 is false"),
    ]
    assert {entry["parent"] for entry in outcomes} == {predicate["probe"]}


def test_a_handful_of_methods_from_other_modules_can_be_called(described: Any) -> None:
    entries = callables(
        described("import ast\nclass Counter(ast.NodeVisitor):\n    def visit_Name(self, node): pass\n")
    )

    assert {"Counter.visit", "Counter.generic_visit"} <= set(entries)


def test_a_parameter_without_annotation_may_be_what_the_body_tests_it_for(described: Any) -> None:
    entries = callables(
        described("import datetime\ndef f(when):\n    return isinstance(when, (datetime.date, str))\n")
    )

    kinds = entries["f"]["parameters"][0]["type"]
    assert [kind["name"] for kind in kinds["args"]] == ["datetime:date", "str", "any"]


def test_attributes_that_a_test_may_set_have_the_types_that_the_source_gives(described: Any) -> None:
    description = described(
        """
        class Basket:
            limit: int = 3

            def __init__(self, owner: str, stock):
                self.owner = owner
                self.items: list[int] = []
                self.tags = {}
                self.stock, self._hidden = stock, 1

            @property
            def label(self):
                return self._label

            @label.setter
            def label(self, value: str):
                self._label = value

            @property
            def size(self):
                return len(self.items)
        """
    )

    assignable = classes(description)["Basket"]["assignable"]

    assert {name: kind["name"] for name, kind in assignable.items()} == {
        "limit": "int",
        "owner": "str",
        "items": "list",
        "tags": "dict",
        "stock": "any",
        "label": "str",
    }
    assert assignable["items"]["args"][0]["name"] == "int"
    assert classes(description)["Basket"]["attributes"] == ["limit", "owner", "items", "tags", "stock"]


def test_the_attributes_of_a_named_tuple_cannot_be_set(described: Any) -> None:
    description = described("Point = collections.namedtuple('Point', 'x y')")

    assert classes(description)["Point"]["attributes"] == ["x", "y"]
    assert classes(description)["Point"]["assignable"] == {}


def test_a_parameter_without_annotation_has_the_type_of_its_docstring(described: Any) -> None:
    description = described(
        '''
        def repeat(text, times):
            """Repeat.

            Args:
                text (str): what
                times (int): how often
            """
            return None
        '''
    )

    parameters = callables(description)["repeat"]["parameters"]

    assert [[arg["name"] for arg in entry["type"]["args"]] for entry in parameters] == [
        ["str", "any"],
        ["int", "any"],
    ]


def test_modules_import_for_type_checkers_what_constructors_of_theirs_take(described: Any) -> None:
    description = described(
        "from state import State\ndef rule(state: State): ...",
        state="""
            from __future__ import annotations
            from typing import TYPE_CHECKING
            if TYPE_CHECKING:
                from parser_of_texts import Parser
            class State:
                def __init__(self, parser: Parser): ...
        """,
        parser_of_texts="import state\nclass Parser: ...",
    )

    assert short(callables(description)["State"]["parameters"][0]["type"]) == "parser_of_texts:Parser"


def test_a_parameter_without_annotation_may_be_of_the_class_that_it_is_called_after(tmp_path: Path) -> None:
    package = tmp_path / "shop"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "orders.py").write_text("class LineItem:\n    def __init__(self):\n        self.price = 1\n")
    file = package / "totals.py"
    uses = "line_item.price", "line_item.title"
    file.write_text("".join(f"def use_{n}(line_item):\n    return {use}\n" for n, use in enumerate(uses)))

    found = callables(load(str(file), str(tmp_path), 10).description)

    assert short(found["use_0"]["parameters"][0]["type"]) == "union[shop.orders:LineItem, any]"
    assert short(found["use_1"]["parameters"][0]["type"]) == "any"


def test_a_parameter_may_be_of_the_class_that_offers_all_that_is_asked_of_it(tmp_path: Path) -> None:
    file = tmp_path / "shop.py"
    file.write_text(
        "class Order:\n    def __init__(self):\n        self.price = 1\n    def cancel(self): ...\n"
        "class Rush(Order): ...\n"
        "def both(it):\n    it.cancel()\n    return it.price\n"
        "def one(it):\n    return it.price\n"
        "def other(it):\n    it.cancel()\n    return it.title + it.price\n"
    )

    found = callables(load(str(file), str(tmp_path), 10).description)

    kinds = {name: short(found[name]["parameters"][0]["type"]) for name in ("both", "one", "other")}
    assert kinds == {"both": "union[shop:Order, any]", "one": "any", "other": "any"}


def test_what_a_constructor_stores_is_used_wherever_the_attribute_is(described: Any) -> None:
    description = described(
        """
        class Base:
            def __init__(self, rows, run, name=None):
                self.rows = rows
                self.run = run
                self.label = name or "x"
        class Report(Base):
            def total(self):
                for row in self.rows:
                    self.run(row)
                return self.label.upper()
        """
    )

    parameters = callables(description)["Report"]["parameters"]
    assert {entry["name"]: entry["uses"] for entry in parameters} == {
        "rows": ["for"],
        "run": ["()"],
        "name": ["upper"],
    }


def test_what_a_private_module_defines_has_the_name_that_its_package_gives_it(tmp_path: Path) -> None:
    package = tmp_path / "shop"
    package.mkdir()
    (package / "_basket.py").write_text(
        "class Basket:\n    pass\n\ndef fill() -> Basket:\n    return Basket()\n\ndef inner():\n    pass\n"
    )
    (package / "__init__.py").write_text("from shop._basket import Basket, fill\n")

    description = load(str(package / "_basket.py"), str(tmp_path), 10).description

    assert [entry["id"] for entry in description["callables"]] == [
        "shop:Basket",
        "shop:fill",
        "shop._basket:inner",
    ]
    assert description["callables"][1]["returns"]["name"] == "shop:Basket"
