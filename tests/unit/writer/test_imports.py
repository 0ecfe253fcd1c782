"""Under which names a test file imports what it needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom.writer import project_style
from testloom.writer.imports.bindings import Bindings, Import, Imports, public_path
from testloom.writer.imports.grouping import order_of


def test_names_are_imported_from_where_the_project_imports_them(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_a.py").write_text("from shop import Account\nfrom . import helpers\n")
    source = tmp_path / "shop.py"
    source.write_text("from requests import Session\n")

    style = project_style(tmp_path, [tmp_path / "tests"], (), source)
    paths = ["shop.account:Account", "shop.account:Audit", "requests.sessions:Session"]
    imports = Imports.decide(paths, Bindings(), "shop.account", style.homes)

    assert [imports.path(path) for path in paths] == ["Account", "Audit", "Session"]
    assert sorted(
        (entry.module, entry.name) for entry in imports.mentioned({"Account", "Audit", "Session"})
    ) == [
        ("requests", "Session"),
        ("shop", "Account"),
        ("shop.account", "Audit"),
    ]


def test_two_classes_of_one_name_keep_their_modules() -> None:
    paths = ["shop.account:Account", "shop.store:Account"]
    imports = Imports.decide(paths, Bindings(), "shop.account", [("shop", "Account")])

    assert [imports.path(path) for path in paths] == ["Account", "StoreAccount"]
    assert {entry.module for entry in imports.mentioned({"Account", "StoreAccount"})} == {
        "shop.account",
        "shop.store",
    }


@pytest.mark.parametrize(
    ("tests", "expected"),
    [
        ("from shop import cart\nfrom shop.cart import Cart\nimport shop.money", {"shop", "tests"}),
        ("from shop import cart\nfrom shop.cart import Cart, Item", set()),
        ("import requests", set()),
    ],
)
def test_modules_are_imported_where_most_tests_do_so(tmp_path: Path, tests: str, expected: set[str]) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "cart.py").touch()
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_a.py").write_text(tests)

    assert project_style(tmp_path, [tmp_path / "tests"]).whole == expected


@pytest.mark.parametrize(
    ("bindings", "whole", "expected", "entry"),
    [
        (Bindings(), {"shop"}, "cart.Cart", Import("shop", "cart")),
        (Bindings({("shop", "cart"): "basket"}), set(), "basket.Cart", Import("shop", "cart", "basket")),
        (Bindings({("shop.cart", "Item"): "Item"}), {"shop"}, "Cart", Import("shop.cart", "Cart")),
    ],
)
def test_a_name_is_reached_through_its_module_where_the_file_or_the_project_does_so(
    bindings: Bindings, whole: set[str], expected: str, entry: Import
) -> None:
    imports = Imports.decide(["shop.cart:Cart"], bindings, "shop.cart", (), whole)

    assert imports.path("shop.cart:Cart") == expected
    assert imports.mentioned({expected.partition(".")[0]}) == [entry]


def test_a_module_outside_of_packages_is_imported_itself() -> None:
    imports = Imports.decide(["cart:Cart"], Bindings(), "cart", (), {"cart"})

    assert imports.path("cart:Cart") == "cart.Cart"
    assert imports.mentioned({"cart"}) == [Import("cart")]


@pytest.mark.parametrize(
    ("bindings", "expected", "entry"),
    [
        (Bindings(), "re.compile", Import("re")),
        (Bindings(modules={"re": "regex"}), "regex.compile", Import("re", None, "regex")),
        (Bindings({("re", "compile"): "made"}), "made", Import("re", "compile", "made")),
    ],
)
def test_what_hides_a_builtin_name_is_reached_through_its_module(
    bindings: Bindings, expected: str, entry: Import
) -> None:
    imports = Imports.decide(["re:compile", "re:Pattern"], bindings, "shop.cart")

    assert imports.path("re:compile") == expected
    assert imports.path("re:Pattern") == "Pattern"
    assert imports.mentioned({expected.partition(".")[0]}) == [entry]


@pytest.mark.parametrize(("path", "expected"), [("sys:path", "sys.path"), ("os:open", "os.open")])
def test_what_only_its_module_explains_is_reached_through_it(path: str, expected: str) -> None:
    imports = Imports.decide([path], Bindings(), "shop.cart")
    module = expected.partition(".")[0]

    assert imports.path(path) == expected
    assert imports.mentioned({module}) == [Import(module)]


def test_a_module_keeps_its_name_if_it_begins_like_that_of_a_test() -> None:
    imports = Imports.decide([":testing", ":cart", "cart:cart"], Bindings(), "testing")

    assert imports.path(":testing") == "testing"
    assert {imports.path(":cart"), imports.path("cart:cart")} == {"cart", "cart_cart"}
    assert imports.mentioned({"testing", "os"}) == [Import("os"), Import("testing")]


def test_names_are_ordered_as_ruff_orders_them() -> None:
    names = ["zip", "Item10", "Item2", "ISortError", "IntroducedSyntaxErrors", "MAX", "InvalidSettingsPath"]

    assert sorted(names, key=order_of) == [
        "MAX",
        "IntroducedSyntaxErrors",
        "InvalidSettingsPath",
        "ISortError",
        "Item2",
        "Item10",
        "zip",
    ]


@pytest.mark.parametrize(
    ("path", "public"),
    [
        ("json.decoder:JSONDecodeError", "json:JSONDecodeError"),
        ("json.decoder:JSONArray", "json.decoder:JSONArray"),
        ("_json:scanstring", "_json:scanstring"),
        ("_io:StringIO", "io:StringIO"),
        ("collections:deque", "collections:deque"),
        ("shop._money:Money", "shop._money:Money"),
    ],
)
def test_a_name_is_imported_from_a_public_module_if_that_has_it(path: str, public: str) -> None:
    assert public_path(path) == public


def test_names_that_the_file_reads_of_a_module_are_imported_from_there(tmp_path: Path) -> None:
    source = tmp_path / "shop.py"
    source.write_text("import click\nimport requests\n\n\ndef run(ctx: click.Context): requests.Session\n")

    style = project_style(tmp_path, [], (), source)
    paths = ["click.core:Context", "click.core:Command", "requests:Session"]
    imports = Imports.decide(paths, Bindings(), "shop", style.homes)

    assert [imports.path(path) for path in paths] == ["Context", "Command", "requests.Session"]
    assert {entry.name: entry.module for entry in imports.mentioned({"Context", "Command"})} == {
        "Context": "click",
        "Command": "click.core",
    }
