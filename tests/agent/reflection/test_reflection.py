"""The description of a module: its callables, classes and probes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from testloom_agent.loading import load
from tests.agent.describing import callables, classes, short

pytestmark = pytest.mark.usefixtures("own_modules")


KINDS = """
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
"""


def test_callables_come_in_source_order_with_their_kinds(described: Any) -> None:
    description = described(KINDS)
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


def test_special_methods_are_offered_but_for_those_that_python_calls_for_whatever_is_done(
    described: Any,
) -> None:
    description = described("""
        class Page:
            __slots__ = ("title",)
            def __init__(self): ...
            def __init_subclass__(cls): ...
            def __getattribute__(self, name): return object.__getattribute__(self, name)
            def __del__(self): ...
            def __len__(self): return 1
            def __html__(self): return ""
            def __dir__(self): return []
    """)

    called = {name: known for name, known in callables(description).items() if known["kind"] == "method"}
    assert [name for name in called if name.endswith("__")] == [
        "Page.__len__",
        "Page.__html__",
        "Page.__dir__",
    ]


def test_exceptions_that_the_prose_of_a_docstring_names_are_documented(described: Any) -> None:
    found = described(
        '''
        def find(name):
            """Look a name up. Raises LookupError if there is none, and a :class:`TypeError` never.

            If it is closed, OSError is raised. It does not raise KeyError.
            It never raises ValueError, and doesn't raise AttributeError.
            """
            return TABLE[name]
        '''
    )

    assert {entry["id"]: entry["raises"] for entry in found["callables"]}["subject_under_test:find"] == [
        "builtins:LookupError",
        "builtins:OSError",
    ]


def test_what_a_method_inherited_from_the_library_documents_is_announced(described: Any) -> None:
    found = described(
        """
        from collections.abc import MutableMapping

        class Table(MutableMapping):
            def __getitem__(self, key): return {}[key]
            def __setitem__(self, key, value): pass
            def __delitem__(self, key): del {}[key]
            def __iter__(self): return iter(())
            def __len__(self): return 0
        """
    )

    raised = {entry["id"]: entry["raises"] for entry in found["callables"]}
    assert raised["subject_under_test:Table.pop"] == ["builtins:KeyError"]


def test_what_a_parser_calls_refuses_words_by_the_exceptions_that_it_handles(described: Any) -> None:
    found = callables(
        described("""
        def positive(text): return int(text)
        def other(text): return int(text)
        def add(parser): parser.add_argument("--size", type=positive, default=other("1"))
        """)
    )

    assert found["positive"]["raises"] == ["builtins:ValueError", "builtins:TypeError"]
    assert found["other"]["raises"] == []


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


@pytest.mark.parametrize(("text", "shadowed"), [("from .work import work", ["pkg.work"]), ("", [])])
def test_a_module_is_shadowed_by_what_its_package_has_of_its_name(
    tmp_path: Path, text: str, shadowed: list[str]
) -> None:
    package = tmp_path / "pkg"
    package.mkdir()
    (package / "__init__.py").write_text(text)
    (package / "work.py").write_text("def work(): return 1\n")

    assert load(str(package / "work.py"), str(tmp_path), 10).description["shadowed"] == shadowed


def test_an_operator_that_is_a_method_under_another_name_is_called_by_that_name(described: Any) -> None:
    description = described(
        """
        class Bag:
            def union(self, *others): return self
            def __len__(self): return 0
            def __sub__(self, other): return self
            __or__ = __ror__ = union
            __rsub__ = __sub__
            size = __len__
        """
    )

    methods = {entry["id"].rpartition(".")[2] for entry in description["callables"]} - {"Bag"}
    assert {"union", "__len__", "__sub__", "__rsub__", "size"} <= methods
    assert not methods & {"__or__", "__ror__"}
