"""Tests that speak of all values, and what their files import."""

from __future__ import annotations

from dataclasses import replace

import pytest

from testloom.model.properties import Law, Property
from testloom.model.subject import Subject
from testloom.model.types import TypeRef
from testloom.writer import ProjectStyle, render

from .building import MODULE, STYLE, Case, built, function

TEXT = TypeRef("str")
FUNCTIONS = [function(name, "text", returns=TEXT) for name in ("escape", "unescape")]
SUBJECT = Subject(MODULE, "shop/account.py", {known.id: known for known in FUNCTIONS})


def written(
    law: Law, first: str, second: str, existing: str | None = None, style: ProjectStyle = STYLE
) -> str:
    """The text of a file with one property."""
    case = Case(second)
    case.call(second, case.call(first, "a"))
    [test] = built(case.equals("a"))
    stated = replace(test, as_property=Property(law, "{st}.text()", "str"))
    return render([stated], SUBJECT, existing, style).text


@pytest.mark.parametrize(
    ("law", "first", "name", "body"),
    [
        ("inverse", "escape", "unescape_undoes_escape", "    assert unescape(escape(text)) == text\n"),
        ("inverse", "unescape", "unescape_undoes_itself", "    assert unescape(unescape(text)) == text\n"),
        (
            "idempotent",
            "unescape",
            "unescape_is_idempotent",
            "    once = unescape(text)\n\n    assert unescape(once) == once\n",
        ),
    ],
)
def test_a_law_is_said_of_what_is_drawn(law: Law, first: str, name: str, body: str) -> None:
    text = written(law, first, "unescape")

    assert text.endswith(
        f"\n\n@settings(deadline=None)\n@given(text=st.text())\ndef test_{name}(text):\n{body}"
    )


def test_what_is_drawn_has_a_type_and_the_names_that_the_file_has_for_hypothesis() -> None:
    existing = "from hypothesis import given, settings\nfrom hypothesis import strategies\n"

    text = written("inverse", "escape", "unescape", existing, replace(STYLE, type_hints=True))

    assert "@given(text=strategies.text())\ndef test_unescape_undoes_escape(text: str) -> None:\n" in text


def test_a_file_begins_with_the_import_that_each_file_of_the_project_needs() -> None:
    text = written("inverse", "escape", "unescape", style=replace(STYLE, postponed=True))

    assert text.startswith(
        '"""Tests for shop.account."""\n\nfrom __future__ import annotations\n\nfrom hypothesis'
    )
