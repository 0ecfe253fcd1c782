"""Value providers that a package registers, as docs/providers.md shows them."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.projects import pyproject

from .command import run

PYTHON = ("--python", sys.executable)
PAGE = Path(__file__).parents[2] / "docs" / "providers.md"
MONEY = '''
import hashlib


class Money:
    def __init__(self, cents: int, *, currency: str) -> None:
        if not hashlib.sha256(currency.encode()).hexdigest().startswith("57d4846cecee"):
            raise ValueError("no such currency")
        self.cents = cents
        self.currency = currency


def fee(amount: Money) -> int:
    """The fee for an amount."""
    if amount.cents > 500:
        return 5
    return 0
'''


def installed(folder: Path, source: str, patch: pytest.MonkeyPatch) -> None:
    """Install a package with a provider in a folder, from which Testloom imports, too."""
    folder.mkdir()
    (folder / "shop_values.py").write_text(source)
    told = folder / "shop_values-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: shop-values\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text("[testloom.providers]\namounts = shop_values:Amounts\n")
    patch.syspath_prepend(folder)
    patch.delitem(sys.modules, "shop_values", raising=False)


def documented() -> str:
    """The provider on the page."""
    found = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A project whose amounts cannot be made by chance."""
    folder = tmp_path / "project"
    (folder / "tests").mkdir(parents=True)
    (folder / "shop").mkdir()
    (folder / "pyproject.toml").write_text(pyproject("shop"))
    (folder / "shop" / "__init__.py").touch()
    (folder / "shop" / "money.py").write_text(MONEY)
    return folder


def test_a_provider_of_another_package_makes_what_no_search_finds(
    shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(tmp_path / "installed", documented(), monkeypatch)

    ended = run(shop, "generate", "shop/money.py", *PYTHON, "--json", "--seed", "1", "--executions", "600")

    assert ended.status == 0, ended.err
    summary = ended.events[-1]
    assert summary["providers"]["shop amounts"]["covered"] > 0
    assert summary["providers"]["plain"]["tried"] > 0
    written = (shop / "tests" / "test_money.py").read_text()
    assert summary["covered"] == summary["goals"]
    assert 'currency="EUR")' in written


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("1 / 0", "loading shop_values:Amounts raised ZeroDivisionError: division by zero"),
        ("class Amounts: pass", "shop_values:Amounts is not a testloom.providers.ValueProvider"),
        (
            documented().replace('return 3.0 if kind.name == "shop.money:Money" else 0.0', "return 1 / 0"),
            "raised ZeroDivisionError: division by zero",
        ),
        (
            documented().replace("return builder.call(", "return str("),
            "make('shop.money:Money') raised TypeError:",
        ),
        (
            re.sub(r"return builder.call\(.*\)", "return cents + 10_000", documented()),
            "which is not a value that the builder has made",
        ),
    ],
    ids=["import", "no provider", "offers", "make", "no value"],
)
def test_a_provider_that_fails_is_named_in_one_message(
    source: str, said: str, shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(tmp_path / "installed", source, monkeypatch)

    ended = run(shop, "generate", "shop/money.py", *PYTHON, "--seed", "1", "--executions", "300")

    assert ended.status == 1
    assert said in ended.err
    assert "the package 'shop-values'" in ended.err
    assert "pip uninstall shop-values" in ended.err
    assert "Traceback" not in ended.err
