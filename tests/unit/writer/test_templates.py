"""Literals and fixtures that the text of a test says it needs."""

from __future__ import annotations

import pytest

from testloom.writer import render
from testloom.writer.rendering.templates import Needs, Slot, Template, fixture, plain, slot

from .building import STYLE, SUBJECT, Case, built


def test_what_is_needed_twice_is_asked_for_once() -> None:
    names = [fixture(name) for name in ("tmp_path", "monkeypatch", "tmp_path")]
    text = "; ".join(names)

    template = Template.of(text, frozenset())

    assert template.source == "tmp_path; monkeypatch; tmp_path"
    assert template.needs == Needs(("tmp_path", "monkeypatch"))


def test_a_literal_that_is_made_plain_is_no_slot() -> None:
    text = f"f({plain(slot('1', 'value', 'input'))}, {slot('2', 'other', 'expected')}, {fixture('capsys')})"

    template = Template.of(text, frozenset())

    assert template.slots == (Slot("2", "other", "expected"),)
    assert template.fill(["given"]) == "f(1, given, capsys)"


@pytest.mark.parametrize("hint", ["a\x00b", "\x01input", "x\x00input\x01y"])
def test_no_text_that_is_told_with_a_mark_ends_it(hint: str) -> None:
    template = Template.of(f"f({slot('1', hint, 'input')})", frozenset())

    assert template.source == "f(1)"
    assert len(template.slots) == 1


def test_a_literal_that_no_line_has_is_no_column_of_a_table() -> None:
    cases = []
    for note in ("first", "second"):
        case = Case("Account.__setattr__")
        account = case.call("Account", 5)
        case.call("Account.__setattr__", "note", note, on=account)
        cases.append(case.equals(5, of=account, attribute="balance"))

    text = render(built(*cases), SUBJECT, None, STYLE).text

    assert '@pytest.mark.parametrize("given_note", ["first", "second"])' in text
