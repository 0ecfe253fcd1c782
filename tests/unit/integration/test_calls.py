"""What calls run, by the source alone."""

from pathlib import Path

import pytest

from testloom.integration import find_unit
from tests.unit.integration.projects import Project

STOCK = """
from dataclasses import dataclass

class Base:
    def audit(self): pass

class Stock(Base):
    def __init__(self): pass
    def take(self): pass
    def __len__(self): return 1
    def __call__(self): pass
    @property
    def level(self): return 1
    @classmethod
    def empty(cls): return cls()
    def other(self) -> "Stock": return self

@dataclass
class Line:
    stock: Stock
    lines: list["Line"]

def stocked(): return Stock()
def by_name() -> dict[str, Stock]: return {}
"""
WAYS = {
    "an annotated parameter": ("def f(s: Stock): s.take()", "Stock.take"),
    "an annotation in quotes": ("def f(s: 'Stock | None'): s.take()", "Stock.take"),
    "a default": ("def f(s=Stock()): s.take()", "Stock.take"),
    "a local variable": ("def f():\n    s = Stock()\n    s.take()", "Stock.__init__ Stock.take"),
    "what a function returns": ("def f(): stocked().take()", "Stock.take stocked"),
    "what a method returns": ("def f(s: Stock): s.other().take()", "Stock.other Stock.take"),
    "an inherited method": ("def f(s: Stock): s.audit()", "Base.audit"),
    "an attribute of a dataclass": ("def f(line: Line): line.stock.take()", "Stock.take"),
    "items of an attribute": ("def f(x: Line):\n    for y in x.lines: y.stock.take()", "Stock.take"),
    "a comprehension": ("def f(x: list[Stock]): return [s.take() for s in x]", "Stock.take"),
    "values of a dictionary": ("def f():\n    for _, s in by_name().items(): s.take()", "Stock.take by_name"),
    "an item of a dictionary": ("def f(): by_name()['x'].take()", "Stock.take by_name"),
    "a type test": ("def f(s):\n    if isinstance(s, Stock): s.take()", "Stock.take"),
    "a class method": ("def f(): Stock.empty()", "Stock.empty"),
    "a property": ("def f(s: Stock): return s.level", "Stock.level"),
    "a protocol of Python": ("def f(s: Stock): return len(s)", "Stock.__len__"),
    "an object that is called": ("def f(s: Stock): s()", "Stock.__call__"),
    "either of two": ("def f(s): (s or Stock()).take()", "Stock.__init__ Stock.take"),
    "a name that is unique in the package": ("def f(s): s.audit()", "Base.audit"),
    "nothing, in a foreign module": ("import os\ndef f(): os.path.audit()", ""),
    "nothing, on a foreign object": ("from os import path\ndef f(): path('x').audit()", ""),
    "the name of a parameter": ("from os import path\ndef f(path): path.audit()", "Base.audit"),
    "an alias of the module": (
        "import shop.stock as m\ndef f(): m.Stock().take()",
        "Stock.__init__ Stock.take",
    ),
    "what the package passes on": (
        "from shop import stocked as s\ndef f(): s().take()",
        "Stock.take stocked",
    ),
    "an import in the function": ("def f():\n    from .stock import stocked\n    stocked()", "stocked"),
    "nothing that is known": ("def f(s): s.append(1)", ""),
    "a function within": ("def f(s: Stock):\n    def g(): s.take()\n    g()", "Stock.take f.<locals>.g"),
}


@pytest.mark.parametrize(("source", "expected"), WAYS.values(), ids=WAYS)
def test_a_receiver_is_known_by(tmp_path: Path, source: str, expected: str) -> None:
    head = "from .stock import Line, Stock, by_name, stocked\n"
    package = "from shop.stock import *\n"
    files = {"shop/__init__.py": package, "shop/stock.py": STOCK, "shop/user.py": head + source}
    project = Project(tmp_path, files)

    assert called(project, None) == expected.split()


ATTRIBUTES = {
    "a constructor": "self.stock = Stock()",
    "a parameter": "self.stock = stock",
    "an annotation": "self.stock: Stock = anything()",
    "a default": "self.stock = stock or Stock()",
}


@pytest.mark.parametrize("assignment", ATTRIBUTES.values(), ids=ATTRIBUTES)
def test_an_attribute_is_known_by(tmp_path: Path, assignment: str) -> None:
    source = f"""
from shop.stock import Stock

class User:
    def __init__(self, stock: Stock):
        {assignment}

    def use(self):
        self.stock.take()
        self.help()

    def help(self): pass

class Special(User):
    def help(self):
        super().help()
"""
    files = {"shop/__init__.py": "", "shop/stock.py": STOCK, "shop/user.py": source}
    project = Project(tmp_path, files)

    assert {"Stock.take", "User.help"} <= set(called(project, "User"))
    assert {"Stock.take", "Special.help", "User.help"} <= set(called(project, "Special"))


def called(project: Project, qualname: str | None) -> list[str]:
    """The qualified names of what a unit of `shop.user` calls."""
    module = project.sources.module("shop.user")
    assert module is not None
    unit = find_unit(module, qualname, project.resolver)
    return sorted({found.function.qualname for call in unit.calls for found in call.called})
