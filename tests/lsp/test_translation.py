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
ERRORS = ("InterpreterError", "ProjectError", "UnderwayError", "UnsavedError", "UsageError")


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
        place
        for place, name, call in _calls()
        if (index := SHOWN.get(name)) is not None
        and len(call.args) > index
        and isinstance(call.args[index], ast.Constant | ast.JoinedStr)
    ]

    assert bare == []


def test_translators_get_every_text_as_a_whole() -> None:
    known = json.loads((ROOM.parents[2] / "l10n" / "bundle.l10n.json").read_text(encoding="utf-8"))
    said = [call.args[0] for _, name, call in _calls() if name == "say" and call.args]
    texts = {text.value for text in said if isinstance(text, ast.Constant)}

    assert len(texts) > 100
    assert texts - known.keys() == set()


def test_every_error_says_what_to_do_next() -> None:
    errors = [(place, call) for place, name, call in _calls() if name in ERRORS]

    assert len(errors) > 20
    assert [place for place, call in errors if len(call.args) < 2] == []


def _calls() -> Iterator[tuple[str, str, ast.Call]]:
    """The calls of what the server says, each with its place and the name that it calls."""
    for file in sorted(ROOM.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and "protocol" not in file.parts:
                name = ast.unparse(node.func).rpartition(".")[2]
                yield f"{file.relative_to(ROOM)}:{node.lineno}", name, node
