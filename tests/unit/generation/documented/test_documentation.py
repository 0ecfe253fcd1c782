"""The calls that documentation shows become test cases, without running any of it."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path
from textwrap import dedent

from testloom.generation.documented import documented_calls
from testloom.model.statements import CallStatement, CollectionStatement, InvokeStatement, LiteralStatement
from testloom.model.statements import TestCase as Case
from testloom.model.subject import Callable, Subject
from testloom.model.types import TypeRef

SUBJECT = Subject(
    "pkg.shop",
    "shop.py",
    {
        called.id: called
        for called in (
            Callable("pkg.shop:Cart", "constructor", "pkg.shop:Cart"),
            Callable("pkg.shop:Cart.add", "method", "pkg.shop:Cart"),
            Callable("pkg.shop:Cart.of", "classmethod", "pkg.shop:Cart", returns=TypeRef("pkg.shop:Cart")),
            Callable("pkg.shop:price", "function"),
        )
    },
)


def shown(
    folder: Path, docstring: str = "", package: str = "", readme: str = "", ignored: Collection[str] = ()
) -> list[str]:
    """What the test cases do that are read from these texts."""
    (folder / "pyproject.toml").touch()
    (folder / "README.md").write_text(dedent(readme))
    (folder / "pkg").mkdir()
    (folder / "pkg" / "__init__.py").write_text(f"r'''{dedent(package)}'''\n")
    file = folder / "pkg" / "shop.py"
    file.write_text(f"def price(text):\n    r'''{dedent(docstring)}'''\n")
    return [told(case) for case in documented_calls(SUBJECT, file, ignored).cases]


def told(case: Case) -> str:
    """The calls of a test case, with the values where they are used."""
    assert case.is_valid()
    texts: dict[int, str] = {}
    calls: list[str] = []
    for statement in case:
        match statement:
            case LiteralStatement(value=value):
                texts[statement.id] = repr(value)
            case CollectionStatement(kind=kind, items=items):
                texts[statement.id] = f"{kind}({', '.join(texts[item] for item in items)})"
            case CallStatement() | InvokeStatement():
                given = [texts[a] for a in statement.args] + [f"{n}={texts[v]}" for n, v in statement.kwargs]
                if isinstance(statement, InvokeStatement):
                    name = texts[statement.function]
                else:
                    name = statement.callable.removeprefix("pkg.shop:")
                    name = name if statement.receiver is None else f"{texts[statement.receiver]} {name}"
                texts[statement.id] = f"v{len(calls)}"
                calls.append(f"{name}({', '.join(given)})")
    return "; ".join(calls)


def test_each_step_of_a_session_is_a_test_case_with_what_it_needs_of_those_before(tmp_path: Path) -> None:
    found = shown(
        tmp_path,
        """
        Carts.

        >>> cart = Cart("ann")
        >>> cart.add(
        ...     -3, note={"a": [None, b"x"]})
        >>> print(price("4 EUR"))
        4
        >>> price(len(cart.unknown(1)))
        >>> Cart.of("bob").add(5)(6)
        """,
    )

    assert found == [
        "Cart('ann')",
        "Cart('ann'); v0 Cart.add(-3, note=dict('a', list(None, b'x')))",
        "price('4 EUR')",
        "Cart.of('bob'); v0 Cart.add(5); v1(6)",
    ]


def test_what_is_said_to_raise_is_the_last_step_of_its_test_case(tmp_path: Path) -> None:
    found = shown(
        tmp_path,
        """
        >>> cart = Cart("ann")
        >>> cart = cart.add("none")
        Traceback (most recent call last):
            ...
        TypeError: none
        >>> cart.add(1)
        """,
    )

    assert found == [
        "Cart('ann')",
        "Cart('ann'); v0 Cart.add('none')",
        "Cart('ann'); v0 Cart.add(1)",
    ]


def test_blocks_of_code_are_read_however_they_are_set(tmp_path: Path) -> None:
    found = shown(
        tmp_path,
        """
        Indented::

            cart = Cart("ann")

            cart.add(1)

        .. code-block:: python

            price("rst")

        ```python
        if LIMIT:
            price("not known")
        assert price("fenced") == 1
        ```
        """,
    )

    assert found == ["Cart('ann')", "Cart('ann'); v0 Cart.add(1)", "price('rst')", "price('fenced')"]


def test_calls_in_prose_are_read_if_their_arguments_are_said(tmp_path: Path) -> None:
    found = shown(
        tmp_path,
        """
        For example price("1 (one)") -> 1, ``price("2")`` returns 2, and Cart.of('bob') == Cart("bob").
        Not price(), price(text), print("3") or nothing("4"); nor price("5.
            price("6", day=None) => 6
        """,
    )

    assert found == [
        "price('1 (one)')",
        "price('2')",
        "Cart.of('bob')",
        "Cart('bob')",
        "price('6', day=None)",
    ]


def test_packages_and_the_readme_are_read_too(tmp_path: Path) -> None:
    found = shown(
        tmp_path,
        package='Shop: ``shop.price("package")``.',
        readme="```\nimport pkg\n\npkg.shop.price('readme')\n```\n\n    >>> pkg.price('session')\n",
    )

    assert found == ["price('package')", "price('session')", "price('readme')"]


def test_a_readme_that_git_ignores_is_private(tmp_path: Path) -> None:
    readme, ignored = "    >>> pkg.shop.price('hunter2')\n", {os.path.realpath(tmp_path / "README.md")}

    assert shown(tmp_path, readme=readme, ignored=ignored) == []


def test_a_readme_that_is_a_link_is_private(tmp_path: Path) -> None:
    (tmp_path / "private.txt").write_text(">>> pkg.shop.price('hunter2')\n")
    (tmp_path / "README.rst").symlink_to(tmp_path / "private.txt")

    assert shown(tmp_path) == []


def said(folder: Path, docstring: str = "", readme: str = "") -> list[tuple[str, str, str]]:
    """What these texts say of calls: the call, the value that it returns, and what it raises."""
    (folder / "pyproject.toml").touch()
    (folder / "README.md").write_text(dedent(readme))
    (folder / "pkg").mkdir()
    (folder / "pkg" / "__init__.py").touch()
    file = folder / "pkg" / "shop.py"
    file.write_text(f"def price(text):\n    r'''{dedent(docstring)}'''\n")
    claims = documented_calls(SUBJECT, file, ()).claims
    return [(claim.words, claim.stated.value.strip(), claim.stated.raises) for claim in claims]


def test_a_session_says_what_each_call_returns_raises_or_prints(tmp_path: Path) -> None:
    found = said(
        tmp_path,
        """
        >>> price("1")
        [1, None]
        >>> print(price("2"))
        two
        >>> price("3")
        Traceback (most recent call last):
            ...
        shop.PriceError: none
        >>> price("4") == 4
        True
        >>> price("5")
        <Price 5>
        >>> price("6")  # doctest: +SKIP
        6
        >>> price("7")
        [1, ..., 9]
        """,
    )

    assert found == [
        ("price('1')", "[1, None]", ""),
        ("price('2')", "'two'", ""),
        ("price('3')", "", "PriceError"),
        ("price('4')", "4", ""),
    ]


def test_prose_and_code_say_what_calls_return_unless_on_a_condition(tmp_path: Path) -> None:
    found = said(
        tmp_path,
        """
        For example price("1 (one)") -> 1, but ``price("2")`` returns ``(2, 'b')``.
        ``price("8") -> 8`` or price("x") raises ValueError. `price("9") -> 9` if it is sunny.
        If price("3") returns 3, or price("4") returns 4 if it is sunny, or price("5") returns 5 items.

        Code::

            assert price("6") == {"a": 6}
            price("7")  # => 7
        """,
    )

    assert found == [
        ("price('1 (one)')", "1", ""),
        ("price('2')", "(2, 'b')", ""),
        ("price('8')", "8", ""),
        ("price('x')", "", "ValueError"),
        ("price('6')", '{"a": 6}'.replace('"', "'"), ""),
        ("price('7')", "7", ""),
    ]


def test_what_python_cannot_make_is_no_literal(tmp_path: Path) -> None:
    found = said(tmp_path, '`price("1") -> {[1]}`, `price("2") -> {(1, [2]): 3}`, `price("3") -> -True`.')

    assert found == []


def test_nothing_is_said_of_what_follows_steps_that_cannot_be_repeated(tmp_path: Path) -> None:
    found = said(
        tmp_path,
        """
        >>> from elsewhere import Cart
        >>> Cart("ann")
        1

        Second text.

        >>> price("1")
        1
        """,
        readme='`price("2") -> 2`\n\n```\nfrom pkg import price\nassert price("3") == 3\n```\n',
    )

    assert found == [("price('3')", "3", "")]
