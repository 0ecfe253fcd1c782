"""What is known of parameters: their kinds, what is done with them, and of which types they may be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from testloom_agent.loading import load
from tests.agent.describing import callables, short

pytestmark = pytest.mark.usefixtures("own_modules")


def test_a_parameter_without_annotation_may_be_what_the_body_tests_it_for(described: Any) -> None:
    entries = callables(
        described("import datetime\ndef f(when):\n    return isinstance(when, (datetime.date, str))\n")
    )

    kinds = entries["f"]["parameters"][0]["type"]
    assert [kind["name"] for kind in kinds["args"]] == ["datetime:date", "str", "any"]


def test_a_constructor_takes_what_its_init_does_if_its_new_only_hands_that_on(described: Any) -> None:
    entries = callables(
        described(
            """
            class Only:
                def __new__(cls, *args, **kwargs):
                    return super().__new__(cls)
                def __init__(self, owner, limit=3):
                    self.owner = owner
            """
        )
    )

    assert [parameter["name"] for parameter in entries["Only"]["parameters"]] == ["owner", "limit"]


@pytest.mark.parametrize("body", ["send(**options)", "return {'a': 1, **options}"])
def test_what_is_spread_over_keywords_or_entries_is_a_mapping(described: Any, body: str) -> None:
    entries = callables(described(f"def f(send, options):\n    {body}\n"))

    assert "keys" in entries["f"]["parameters"][1]["uses"]


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


@pytest.mark.parametrize(
    ("default", "kind", "items"),
    [
        ("()", "tuple", []),
        ("('a', 'b')", "tuple", ["str"]),
        ("[1]", "list", ["int"]),
        ("[1, 'a']", "list", []),
        ("{'a': 1}", "dict", []),
    ],
)
def test_a_parameter_without_annotation_may_be_a_collection_as_its_default_is(
    described: Any, default: str, kind: str, items: list[str]
) -> None:
    [entry] = callables(described(f"def join(parts={default}):\n    return parts\n"))["join"]["parameters"]

    told, other = entry["type"]["args"]
    assert (told["name"], [item["name"] for item in told["args"]], other["name"]) == (kind, items, "any")


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


def test_a_parameter_may_be_of_the_class_that_sets_all_of_many_attributes(tmp_path: Path) -> None:
    file = tmp_path / "shop.py"
    file.write_text(
        "class Order:\n    def __init__(self, price):\n        self.price = price\n        self.weight = 1\n"
        "        self.is_paid = False\n"
        "class Rush(Order): ...\n"
        "class Reader:\n    def read(self, order):\n        return order.price, order.weight, order.is_paid\n"
        "def three(it):\n    return it.price, it.weight, it.is_paid\n"
        "def two(it):\n    return it.price, it.weight\n"
        "def other(it):\n    return it.price, it.weight, it.is_paid, it.title\n"
    )

    found = callables(load(str(file), str(tmp_path), 10).description)

    kinds = {name: short(found[name]["parameters"][0]["type"]) for name in ("three", "two", "other")}
    assert kinds == {"three": "union[shop:Order, any]", "two": "any", "other": "any"}


def test_methods_that_are_awaited_are_those_of_no_built_in_type(tmp_path: Path) -> None:
    file = tmp_path / "shop.py"
    file.write_text(
        "class Store:\n    async def get(self, key): ...\n    async def set(self, key): ...\n"
        "class _Shortcut(Store): ...\nclass BaseShop(Store): ...\n"
        "async def both(it):\n    return await it.get(1) or await it.set(2)\n"
        "async def called(shop):\n    return await shop.get(1) or await shop.set(2)\n"
        "def neither(it):\n    return it.get(1) or it.set(2)\n"
        "class Shelf:\n    def __init__(self, held):\n        self.held = held\n"
        "    async def find(self):\n        return await self.held.get(1) or await self.held.set(2)\n"
    )

    found = callables(load(str(file), str(tmp_path), 10).description)

    kinds = {
        name: short(found[name]["parameters"][0]["type"]) for name in ("both", "called", "neither", "Shelf")
    }
    assert kinds == {
        "both": "union[shop:Store, any]",
        "called": "union[shop:BaseShop, any]",
        "neither": "any",
        "Shelf": "union[shop:Store, any]",
    }


def test_a_parameter_may_be_called_in_short_after_a_class_that_offers_what_is_asked(tmp_path: Path) -> None:
    package = tmp_path / "shop"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "baskets.py").write_text(
        "class GiftBasket:\n    def __init__(self):\n        self.price = 1\n    def wrap(self): ...\n"
    )
    file = package / "totals.py"
    file.write_text(
        "def one(basket):\n    return basket.price\n"
        "def both(basket):\n    basket.wrap()\n    return basket.price\n"
        "def again(basket):\n    return basket.price\n"
        "def more(basket):\n    basket.wrap()\n    return basket.price, basket.weight\n"
    )

    found = callables(load(str(file), str(tmp_path), 10).description)

    kinds = {name: short(found[name]["parameters"][0]["type"]) for name in ("one", "both", "again", "more")}
    basket = "union[shop.baskets:GiftBasket, any]"
    assert kinds == {"one": "any", "both": basket, "again": basket, "more": "any"}


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


def test_keys_of_a_table_are_what_a_parameter_that_is_looked_up_there_is_compared_with(
    described: Any,
) -> None:
    entry = callables(
        described("""
        from enum import Enum
        class Kind(Enum):
            FAST = "f"
            SLOW = 2
        RATES = {"eur": 1, "usd": 2}
        def f(a, b, c, d, e): return RATES[a], RATES.get(b.upper()), Kind[c], Kind(d), e[a]
    """)
    )["f"]

    assert {p["name"]: [use for use in p["uses"] if use.startswith("==:")] for p in entry["parameters"]} == {
        "a": ["==:'eur'", "==:'usd'"],
        "b": ["==:'eur'", "==:'usd'"],
        "c": ["==:'FAST'", "==:'SLOW'"],
        "d": ["==:'f'", "==:2"],
        "e": [],
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
        "b": ["<", "==:3", "real", "-"],
        "c": ["in", "in:'k'", "len", "[]="],
        "d": ["isinstance:int", "isinstance:str", "[]"],
        "e": ["()"],
    }


def test_what_numpy_looks_for_missing_values_in_is_told(described: Any) -> None:
    entry = callables(described("def f(a, b): return np.isnan(a) + np.nanmean(a) + np.mean(b)"))["f"]

    assert {p["name"]: p["uses"] for p in entry["parameters"]} == {
        "a": ["<array>", "<lacking>"],
        "b": ["<array>"],
    }


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


def test_what_is_done_with_a_parameter_is_found_where_it_is_passed_on(described: Any) -> None:
    description = described(
        """
        class Printer:
            def start(self, task):
                self._banner(task, prefix="x")
            def _banner(self, task, prefix):
                task.describe()
                return helper(prefix, line=task)
        def helper(text, *, line):
            return text.upper() + line.strip()
        """
    )

    found = callables(description)

    assert found["Printer.start"]["parameters"][0]["uses"] == ["describe", "strip"]
    assert found["Printer._banner"]["parameters"][1]["uses"] == ["upper"]


def test_a_parameter_is_of_the_type_as_which_it_is_passed_on(described: Any) -> None:
    description = described(
        """
        class Order:
            def __init__(self, number: int): ...
        def order(number):
            return Order(number)
        def forever(a, b):
            return forever(b, a)
        """
    )

    found = callables(description)

    assert found["order"]["parameters"][0]["type"]["name"] == "int"
    assert found["forever"]["parameters"][0]["type"]["name"] == "any"


def test_what_a_constructor_stores_is_used_wherever_the_attribute_is_by_those_who_pass_it_on(
    described: Any,
) -> None:
    description = described(
        """
        class Basket:
            def __init__(self, owner):
                self.owner = owner
            def label(self):
                return self.owner.title()
        def basket(owner):
            return Basket(owner=owner)
        """
    )

    assert callables(description)["basket"]["parameters"][0]["uses"] == ["title"]


def test_a_parameter_is_followed_to_functions_that_a_class_holds(described: Any) -> None:
    description = described(
        """
        class Labels:
            @staticmethod
            def plain(cls, owner):
                return owner.title()
            @classmethod
            def bold(cls, owner):
                return owner.upper()
            def of(self, owner):
                return owner.lower()
        def plain(one, two):
            return Labels.plain(owner=one, cls=two)
        def bold(one):
            return Labels.bold(one)
        def own(labels, one):
            return Labels.of(labels, one)
        """
    )

    known = callables(description)
    assert [parameter["uses"] for parameter in known["plain"]["parameters"]] == [["title"], []]
    assert [parameter["uses"] for parameter in known["bold"]["parameters"]] == [["upper"]]
    assert known["own"]["parameters"][1]["uses"] == ["lower"]


def test_what_is_looked_up_in_a_mapping_is_followed_through_items_and_calls(described: Any) -> None:
    entries = callables(
        described(
            """
            def total(order):
                for line in order["lines"]:
                    yield _price(line)
                return order.get("note", "").strip()

            def _price(line):
                return line["price"] * 2

            def shadowed(order):
                for order in order["parts"]:
                    order["name"]
                return [order["code"] for order in order]

            def matched(order, **options):
                match order:
                    case {"kind": "a", "left": {}}:
                        return options.get("limit")
            """
        )
    )

    asked = {
        name: {use for use in entries[name]["parameters"][0]["uses"] if "'" in use}
        for name in ("total", "shadowed")
    }
    assert asked["total"] == {
        "['lines']",
        "['lines']for",
        "['lines'][][]",
        "['lines'][]['price']",
        "['lines'][]['price']*",
        "['note']",
        "['note']isinstance:str",
        "['note']strip",
    }
    assert asked["shadowed"] == {
        "['parts']",
        "['parts']for",
        "['parts'][][]",
        "['parts'][]['name']",
        "[]['code']",
    }
    matched = entries["matched"]["parameters"]
    assert [[use for use in entry["uses"] if "'" in use] for entry in matched] == [
        ["['kind']", "['left']"],
        ["['limit']"],
    ]


def test_uses_say_that_values_are_tested_to_be_of_a_class(described: Any) -> None:
    known = callables(
        described("""
        def f(kind, base, value):
            return isinstance(value, kind) or issubclass(value, base)
        class Column:
            def __init__(self, kind):
                self.kind = kind
            def check(self, value):
                return isinstance(value, self.kind)
    """)
    )

    assert {p["name"]: "<class>" in p["uses"] for p in known["f"]["parameters"]} == {
        "kind": True,
        "base": True,
        "value": False,
    }
    assert "<class>" in known["Column"]["parameters"][0]["uses"]


def test_what_the_constructor_of_a_base_stores_is_told_of_the_class_that_is_made(described: Any) -> None:
    found = callables(
        described("""
class Base:
    def __init__(self, data):
        self.data = data

class One(Base):
    def run(self):
        return self.data.upper()

class Two(Base):
    def run(self):
        return self.data.popitem()

def first(data):
    return One(data).run()

def second(data):
    return Two(data).run()
""")
    )

    [first], [second] = (found[name]["parameters"] for name in ("first", "second"))
    assert "upper" in first["uses"] and "popitem" not in first["uses"]
    assert "popitem" in second["uses"] and "upper" not in second["uses"]


def test_classes_are_told_apart_without_asking_their_metaclasses(described: Any) -> None:
    found = callables(
        described("""
class Odd(type):
    __hash__ = type.__hash__
    def __eq__(self, other):
        raise RuntimeError("compared")

class Plain(metaclass=Odd):
    pass

class Base(metaclass=Odd):
    def __init__(self, text, other: Plain):
        self.text = text.strip()

class Mixin(Base):
    pass

class Derived(Mixin):
    def __init__(self, text, other):
        super().__init__(text, other)

class Lower(Derived):
    pass

def made(text, other):
    return Lower(text, other)
""")
    )

    assert "strip" in found["made"]["parameters"][0]["uses"]


def test_a_constructor_whose_signature_lacks_a_name_takes_what_its_source_says(described: Any) -> None:
    entries = callables(
        described(
            """
            class Late(type):
                @property
                def __signature__(cls):
                    raise NameError("name 'Imported' is not defined")

            class Order(metaclass=Late):
                def __init__(self, owner, limit=3):
                    self.owner = owner
            """
        )
    )

    assert [parameter["name"] for parameter in entries["Order"]["parameters"]] == ["owner", "limit"]
