"""The constants in the source of a module, and of what takes its parameters."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from testloom_agent.loading import load

pytestmark = pytest.mark.usefixtures("own_modules")


def test_constants_leave_out_docstrings_and_annotations(described: Any) -> None:
    description = described(
        '''
        """Module."""
        LIMIT: "Forward" = -5
        NAMES = ("a", b"b", 2.5, True, None)
        T = typing.TypeVar("T", bound="Forward")
        def f(x: "Text" = 7) -> "Result":
            """Doc."""
            return f"<{x}>" + "a"
        ''',
        head="import typing\n",
    )

    assert description["constants"] == [-5, "a", {"bytes": "b"}, 2.5, 7, "<", ">"]


def test_constants_leave_out_what_code_says_rather_than_reads(described: Any) -> None:
    description = described(
        """
        def deprecated(reason):
            return lambda function: function
        @deprecated("use g")
        def f(kind, log):
            add_option("--wide", help="whether it is wide")
            if kind == "circle":
                raise ValueError(f"no {kind} today", 404)
            log.warning("kind is odd", extra={"level": "high"})
            print("done", "%d of %s" % (3, kind))
            return "total={}".format(kind or "none")
        """
    )

    assert description["constants"] == ["--wide", "circle", "level", "high", 3, "none"]


def test_names_that_are_looked_up_by_their_beginning_are_constants(tmp_path: Path) -> None:
    file = tmp_path / "visitor.py"
    file.write_text(VISITOR)

    assert load(str(file), str(tmp_path), 10).description["constants"] == [
        "visit_",
        "kind",
        "field",
        "literal",
    ]


VISITOR = """
class Visitor:
    def visit(self, node):
        return getattr(self, "visit_" + node["kind"])(node)
    def visit_field(self, node):
        return node
    def visit_literal(self, node):
        return node
    def other(self):
        return self
"""


def test_constants_are_also_those_of_functions_elsewhere_that_take_a_parameter(tmp_path: Path) -> None:
    package = tmp_path / "shop"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "files.py").write_text(
        "def is_source(name):\n    return name.endswith('.py')\ndef other():\n    return 'unseen'\n"
    )
    file = package / "compiler.py"
    file.write_text(
        "from .files import is_source, other\n"
        "def compile_files(name):\n    other()\n    return is_source(name), 'own'\n"
    )

    assert load(str(file), str(tmp_path), 10).description["constants"] == ["own", ".py"]


def test_variables_that_python_does_not_turn_into_text_are_no_state(described: Any) -> None:
    description = described(
        """
        HUGE, LIMIT = 0, 10 ** 50
        HUGE = 10 ** 5000

        def f(x=10 ** 5000):
            return x < HUGE or x > LIMIT
        """
    )

    assert description["state"] == []
    assert json.dumps(description)
