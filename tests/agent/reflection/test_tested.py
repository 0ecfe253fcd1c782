"""Classes that code tests for are those that its own module has by their names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from testloom_agent.loading import load
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
