"""Classes that code tests for are those that its own module has by their names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from testloom_agent.loading import load
from testloom_agent.reflection.bodies.parameters.tested import looked_up
from tests.agent.describing import callables

pytestmark = pytest.mark.usefixtures("own_modules")


def test_a_parameter_that_is_tested_for_subclasses_takes_a_class(described: Any) -> None:
    entries = callables(
        described(
            """
            class Form:
                pass
            def register(form):
                if not issubclass(form, Form):
                    raise TypeError(form)
                return form()
            """
        )
    )

    kind, other = entries["register"]["parameters"][0]["type"]["args"]
    assert (kind["name"], other["name"]) == ("type", "any")
    assert kind["args"][0]["name"].endswith(":Form")


def test_what_a_value_is_tested_for_may_be_any_expression(described: Any) -> None:
    entries = callables(
        described(
            """
            KINDS = (int, str, float, bytes)
            def known(value):
                return isinstance(value, KINDS[::2])
            """
        )
    )

    assert [parameter["name"] for parameter in entries["known"]["parameters"]] == ["value"]


def test_constants_that_no_test_would_say_are_no_uses(described: Any) -> None:
    entries = callables(
        described(
            """
            LIMIT, PAGE, WORDS = 1 << 20_000, "x" * 100_000, tuple(map(str, range(1_000)))
            def known(value):
                return value == LIMIT or value == PAGE or value in WORDS or value == "a"
            """
        )
    )

    uses = entries["known"]["parameters"][0]["uses"]
    assert [use for use in uses if len(use) > 50 or "99" in use] == []
    assert any("'a'" in use for use in uses)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with two modules that mean different classes by one name."""
    folder = tmp_path / "forms"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "fields.py").write_text(
        "class Node:\n    pass\n\ndef check(value):\n    return isinstance(value, Node)\n"
    )
    (folder / "trees.py").write_text(
        "from forms import fields\nclass Node:\n    pass\n\ndef walk(node):\n    return fields.check(node)\n"
    )
    return folder


def test_a_class_that_another_module_tests_for_is_the_one_of_that_module(package: Path) -> None:
    description = load(str(package / "trees.py"), str(package.parent), 10).description

    (walked,) = (entry for entry in description["callables"] if entry["id"].endswith(":walk"))
    names = [kind["name"] for kind in walked["parameters"][0]["type"]["args"]]
    assert names == ["forms.fields:Node", "any"]


def test_what_a_property_does_not_tell_yet_stands_for_nothing() -> None:
    class Database:
        @property
        def session(self) -> None:
            raise RuntimeError("outside of an application")

    assert looked_up("db.session.get", {"db": Database()}) is None


def test_classes_that_items_are_tested_for_can_be_made(described: Any) -> None:
    entries = callables(
        described(
            """
            from fractions import Fraction
            def total(entries):
                numbers = [entry for entry in entries if isinstance(entry, Fraction)]
                return sum(numbers)
            """
        )
    )

    assert entries["Fraction"]["kind"] == "constructor"
