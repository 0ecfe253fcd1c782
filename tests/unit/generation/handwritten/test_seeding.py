"""Which tests of a project are read for a module."""

from __future__ import annotations

from pathlib import Path

from testloom.generation.earlier.recalling import generated_in
from testloom.generation.handwritten import HandwrittenTests
from testloom.generation.handwritten.files import TestFile
from testloom.generation.handwritten.seeding import LONGEST, MOST_SEEDS
from testloom.model.suite import EmittedTest
from testloom.store import EmittedTests, open_store

from .projects import lines, project, said


def test_only_what_calls_the_module_is_read_once_from_the_file_called_after_it_first(tmp_path: Path) -> None:
    found = said(
        tmp_path,
        "def test_a():\n    price(1)\n\ndef test_b():\n    price(1)\n\ndef test_c():\n    len([])\n",
        test_more="def test_d():\n    price(2)\n",
    )

    assert found == [["price(1)"], ["price(2)"]]


def test_their_number_and_length_are_limited(tmp_path: Path) -> None:
    calls = "\n".join(f"    cart.add({number})" for number in range(LONGEST))
    tests = "\n".join(f"def test_{number}():\n    price({number})" for number in range(MOST_SEEDS))

    found = said(tmp_path, f"def test_long():\n    cart = Cart('a')\n{calls}\n{tests}\n")

    assert len(found) == MOST_SEEDS
    assert len(found[0]) == LONGEST // 2


def test_a_test_that_testloom_wrote_is_no_source_even_if_it_was_renamed_or_edited(tmp_path: Path) -> None:
    there = {"test_a": 1, "test_b": 3, "test_mine": 5, "test_by_hand": 4}
    text = "\n".join(f"def {name}():\n    price({value})\n" for name, value in there.items())
    file = project(tmp_path, test_shop=text)
    test_file = tmp_path / "tests" / "test_shop.py"
    written = [
        EmittedTest(f"test_{name}", f"def test_{name}():\n    price({value})")
        for name, value in ("a1", "b2", "c5")
    ]

    with open_store(tmp_path / "state.db") as database:
        emitted = EmittedTests(database)
        emitted.remember(test_file, written)
        found = HandwrittenTests(tmp_path).seeds(file, tmp_path, lambda path: generated_in(path, emitted))

    assert [lines(case) for case in found] == [["price(4)"]]


def test_what_is_written_meanwhile_is_not_read(tmp_path: Path) -> None:
    file = project(tmp_path, test_shop="def test_a():\n    price(1)\n")
    tests = HandwrittenTests(tmp_path)
    before = tests.seeds(file, tmp_path, lambda _: ())

    test_file = tmp_path / "tests" / "test_shop.py"
    test_file.write_text(test_file.read_text() + "\ndef test_b():\n    price(2)\n")

    assert tests.seeds(file, tmp_path, lambda _: ()) == before
    assert len(HandwrittenTests(tmp_path).seeds(file, tmp_path, lambda _: ())) == 2


def test_no_more_is_read_once_the_time_is_over(tmp_path: Path) -> None:
    file = project(tmp_path, test_shop="def test_a():\n    price(1)\n")

    assert HandwrittenTests(tmp_path, until=0.0).seeds(file, tmp_path, lambda _: ()) == ()


def test_names_that_a_package_passes_on_are_found_where_they_are_defined(tmp_path: Path) -> None:
    package = tmp_path / "src" / "shop"
    (package / "tests").mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'shop'\nversion = '1'\n")
    (package / "__init__.py").write_text("from .carts import Cart as Basket\n")
    (package / "carts.py").write_text("class Cart:\n    def add(self, n):\n        return n\n")
    (package / "tests" / "test_all.py").write_text(
        "from .. import Basket\n\ndef test_b():\n    Basket().add(4)\n"
    )

    [found] = HandwrittenTests(tmp_path).seeds(package / "carts.py", tmp_path / "src", lambda _: ())

    assert [step.split(":")[-1] for step in lines(found)] == ["Cart()", "Cart.add(4)"]


def test_a_file_is_about_what_it_imports() -> None:
    file = TestFile.of(b"import a.b as x, c\n  from d.e import (\n f)\nfrom . import g\n")

    assert [file.may_test(m, is_inside=False) for m in ("a.b", "c", "d.e", "d.e.f", "d", "z")] == [
        2,
        2,
        2,
        1,
        0,
        0,
    ]
    assert file.may_test("z.g", is_inside=True) == 1


def test_tests_of_what_a_file_imports_lend_it_their_objects(tmp_path: Path) -> None:
    project(tmp_path, test_shop="def test_a():\n    Cart('ann').add(1)\n")
    (tmp_path / "orders.py").write_text(
        "import json\nfrom shop import Cart, price\n\ndef order(cart):\n    return cart\n"
    )
    tests = HandwrittenTests(tmp_path)

    assert tests.seeds(tmp_path / "orders.py", tmp_path, lambda _: ()) == ()
    [found] = tests.lent(tmp_path / "orders.py", tmp_path, lambda _: ())
    assert lines(found) == ["Cart('ann')", "v0 Cart.add(1)"]
