"""Names followed through imports to what they stand for."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from testloom.source.modules import SourceTree
from testloom.source.names import Names

FILES = {
    "shop/__init__.py": "from .prices import price\nfrom .money import *\n",
    "shop/prices.py": "from shop import Coin, price as again\n\ndef price(): ...\n",
    "shop/money.py": "class Coin:\n    class Side: ...\n",
    "shop/price.py": "def other(): ...\n",
    "spaces/inner/tools.py": "def mend(): ...\n",
}


def found(folder: Path, source: str, name: str) -> str | None:
    """The id of what a name in a module stands for."""
    for path, text in {**FILES, "main.py": dedent(source)}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    sources = SourceTree(folder)
    module = sources.module("main")
    assert module is not None
    symbol = Names(sources).find(module, name)
    return getattr(symbol, "id", getattr(symbol, "name", None))


@pytest.mark.parametrize(
    ("source", "name", "expected"),
    [
        pytest.param("import shop", "shop.Coin.Side", "shop.money:Coin.Side", id="by a star import"),
        pytest.param("import shop.prices", "shop.prices", "shop.prices", id="a module"),
        pytest.param("import shop.prices as p", "p.again", "shop.prices:price", id="round a circle"),
        pytest.param("from shop import price", "price", "shop.prices:price", id="before a module"),
        pytest.param("from shop.price import other", "other", "shop.price:other", id="in that module"),
        pytest.param(
            "import spaces.inner.tools", "spaces.inner.tools.mend", "spaces.inner.tools:mend", id="namespaces"
        ),
        pytest.param("from main import nothing", "nothing", None, id="itself"),
        pytest.param("import os", "os.path", None, id="of another project"),
    ],
)
def test_a_name_is_followed_through_imports(
    tmp_path: Path, source: str, name: str, expected: str | None
) -> None:
    assert found(tmp_path, source, name) == expected


def test_a_relative_import_counts_from_the_package(tmp_path: Path) -> None:
    sources = SourceTree(tmp_path)
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "__init__.py").write_text("from ..c import x\nfrom . import y\n")
    (tmp_path / "a" / "b" / "d.py").write_text("from ..c import x\nfrom ....e import z\n")

    inside, beside = sources.module("a.b"), sources.module("a.b.d")

    assert inside is not None and beside is not None
    assert {name: one.module for name, one in inside.namespace.imports.items()} == {
        "x": "a.c",
        "y": "a.b",
    }
    assert {name: one.module for name, one in beside.namespace.imports.items()} == {"x": "a.c", "z": "e"}
