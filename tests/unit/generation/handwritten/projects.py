"""A small project, and what handwritten tests say about it."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from testloom.generation.handwritten import HandwrittenTests
from testloom.model.statements import (
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    CollectionStatement,
    EnterStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    TestCase,
)

SHOP = '''
import enum
from contextlib import contextmanager

LIMIT = 9


class Colour(enum.Enum):
    RED = 1


class Base:
    def close(self):
        """End."""


class Cart(Base):
    def __init__(self, owner, colour=Colour.RED):
        self.owner = owner

    @classmethod
    def of(cls, text) -> "Cart":
        return cls(text)

    @property
    def total(self):
        return 3

    def add(self, *prices, **notes):
        return self

    def __getitem__(self, key):
        return key

    def __setitem__(self, key, value):
        pass

    def __len__(self):
        return 0

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass


def price(amount, day=None):
    return amount


async def fetch(name):
    return name
'''
IMPORTS = """import datetime, unittest, pytest
import shop
from shop import Cart, Colour, price, fetch
"""


def project(folder: Path, **tests: str) -> Path:
    """A project with these test files; returns the module that they are about."""
    (folder / "tests").mkdir()
    (folder / "pyproject.toml").write_text("[project]\nname = 'shop'\nversion = '1'\n")
    (folder / "shop.py").write_text(SHOP)
    for name, text in tests.items():
        head = IMPORTS if name.startswith("test") else "import pytest\nfrom shop import Cart\n"
        (folder / "tests" / f"{name}.py").write_text(head + dedent(text))
    return folder / "shop.py"


def said(folder: Path, text: str, **others: str) -> list[list[str]]:
    """What the test cases read from a test file do, as lines of Python."""
    file = project(folder, test_shop=text, **others)
    return [lines(case) for case in HandwrittenTests(folder).seeds(file, folder, lambda _: ())]


def lines(case: TestCase) -> list[str]:
    """A test case as lines in which plain values stand where they are used."""
    assert case.is_valid()
    texts: dict[int, str] = {}
    told: list[str] = []
    for statement in case:
        text = _text(statement, texts)
        if isinstance(statement, LiteralStatement | CollectionStatement | ReferenceStatement):
            texts[statement.id] = text
        else:
            texts[statement.id] = f"v{len(told)}"
            told.append(text)
    return told


def _text(statement: Statement, texts: dict[int, str]) -> str:
    match statement:
        case LiteralStatement(value=value):
            return repr(value)
        case CollectionStatement(kind=kind, items=items):
            return f"{kind}({', '.join(texts[item] for item in items)})"
        case ReferenceStatement(path=path):
            return path
        case CallStatement(callable=callable, receiver=receiver, args=args, kwargs=kwargs):
            head = "" if receiver is None else f"{texts[receiver]} "
            given = [*(texts[a] for a in args), *(f"{name}={texts[v]}" for name, v in kwargs)]
            return f"{head}{callable.removeprefix('shop:')}({', '.join(given)})"
        case AttributeStatement(source=source, name=name):
            return f"{texts[source]}.{name}"
        case AssignmentStatement(source=source, name=name, value=value):
            return f"{texts[source]}.{name} = {texts[value]}"
        case EnterStatement(source=source):
            return f"with {texts[source]}"
    return statement.wire
