"""What the server says to the user goes through one place, which knows translations."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import testloom.lsp
from testloom.lsp.places.outline import outline_of
from testloom.lsp.places.spots import Page, Spot, title_of
from testloom.lsp.translation import LOCATION, say, say_count
from testloom.lsp.words import name_of
from testloom.model.generation_request import Target

ROOM = Path(testloom.lsp.__file__).parent
SHOWN = {
    "ChangeAnnotation": 0,
    "CodeAction": 0,
    "Command": 0,
    "MessageActionItem": 0,
    "UsageError": 0,
    "_command": 0,
    "show_error": 1,
    "show_info": 1,
}
"""What shows a text, and which of its arguments that is."""


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bundle = tmp_path / "bundle.l10n.de.json"
    texts = {
        "Make this fail": "Zum Scheitern bringen",
        "line {0} of {1}": "{1}, Zeile {0}",
        "{0} tests": "{0} Tests",
    }
    bundle.write_text(json.dumps(texts), encoding="utf-8")
    monkeypatch.setenv(LOCATION, bundle.as_uri())


def test_texts_are_in_the_users_language(german: None) -> None:
    outline = outline_of("def f(a):\n    assert a\n")
    assert outline is not None

    assert title_of(Spot("raises", 1, False), Page("", outline)) == "Zum Scheitern bringen"
    assert name_of(Target(Path("a.py"), "f", 9)) == "a.py, Zeile 9"
    assert say_count(3, "1 test", "{0} tests") == "3 Tests"


def test_what_is_not_translated_is_english(german: None) -> None:
    assert say("Cover this line") == "Cover this line"
    assert say_count(1, "1 test", "{0} tests") == "1 test"


@pytest.mark.parametrize("location", ["", "file:///no/such/bundle.json", "untitled:x"])
def test_without_translations_all_is_english(monkeypatch: pytest.MonkeyPatch, location: str) -> None:
    monkeypatch.setenv(LOCATION, location)

    assert say("{0} of {1}.", "{1}", 2) == "{1} of 2."


def test_nothing_is_shown_that_did_not_go_through_it() -> None:
    bare = [
        f"{file.relative_to(ROOM)}:{call.lineno}"
        for file in sorted(ROOM.rglob("*.py"))
        if "protocol" not in file.parts
        for call, text in _shown(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(text, ast.Constant | ast.JoinedStr)
    ]

    assert bare == []


def _shown(tree: ast.Module) -> Iterator[tuple[ast.Call, ast.expr]]:
    """The calls that show a text, with the text."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            index = SHOWN.get(ast.unparse(node.func).rpartition(".")[2])
            if index is not None and len(node.args) > index:
                yield node, node.args[index]
