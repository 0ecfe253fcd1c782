"""The outline of a document that is edited is that of its text, whatever was known of it before."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testloom.lsp.places import outlines
from testloom.lsp.places.outline import Outline, outline_of
from testloom.lsp.places.outlines import Outlines
from testloom.model.texts.trees import tree_of

PIECES = (
    "import os\n",
    "\n",
    "def first(a):\n    if a:\n        return 1\n    assert a\n    return 2\n",
    "async def second():\n    for item in ():\n        print(item)\n",
    "@property\n@other(\n    1,\n)\ndef third():\n    raise ValueError\n",
    "class Fourth:\n    @property\n    def value(self):\n        while True:\n            pass\n",
    'TEXT = """\ndef not_one():\n    if 1: pass\n"""\n',
    "if os:\n    def fifth(): return 1\nelse:\n    fifth = None\n",
    "def sixth(value):\n    try:\n        match value:\n            case 1: return\n"
    "    except OSError: pass\n",
)


@given(st.lists(st.lists(st.sampled_from(PIECES), max_size=7), min_size=1, max_size=4))
def test_the_outline_of_each_version_is_that_of_its_text(versions: Sequence[Sequence[str]]) -> None:
    known = Outlines()
    for version, pieces in enumerate(versions):
        text = "".join(pieces)
        whole = outline_of(text)
        assert whole is not None
        assert shown(known.of("file:///a.py", version, text)) == shown(whole)


def test_an_edit_costs_the_block_that_it_is_in(monkeypatch: pytest.MonkeyPatch) -> None:
    known, parsed = Outlines(), list[str]()

    def noted(text: str) -> ast.Module:
        parsed.append(text)
        return tree_of(text)

    monkeypatch.setattr(outlines, "tree_of", noted)
    text = "".join(f"def f_{number}(a):\n    return a\n" for number in range(3))
    known.of("file:///a.py", 1, text)
    parsed.clear()
    known.of("file:///a.py", 2, text.replace("def f_1(a):\n", "def f_1(a):\n    a += 1\n"))

    assert parsed == ["def f_1(a):\n    a += 1\n    return a\n"]


def test_a_block_that_is_no_python_leaves_the_others_what_they_are() -> None:
    text = PIECES[2] + "def broken(:\n    return 1\n" + PIECES[3]
    whole = outline_of(text)
    assert whole is not None
    assert shown(Outlines().of("file:///a.py", 1, text)) == shown(whole)


def shown(outline: Outline) -> Any:
    """All of an outline; nodes by their sources, since their lines count from the block."""
    decisions = {
        line: (ast.unparse(d.node), d.label(True), d.line, d.body, d.before, d.outcomes, d.has_else)
        for line, d in outline.decisions.items()
    }
    return outline.units, decisions, outline.statements, outline.followed
