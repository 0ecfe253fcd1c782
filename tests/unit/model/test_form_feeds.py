"""A parser that keeps layout keeps form feeds, too, once they are hidden from it."""

from __future__ import annotations

import libcst as cst
import pytest
from hypothesis import given
from hypothesis import strategies as st

from testloom.model.texts.form_feeds import hide_form_feeds, show_form_feeds

LINES = (
    '"""About',
    'this."""',
    "import a",
    "",
    "class C:",
    "    x = (",
    "        1,",
    "    )",
    "",
    "    @property",
    "    def f(self):",
    "        # a note",
    "        if x:",
    "            return 1",
    "        else:",
    "            return '''a",
    "b'''",
    "",
    "if __name__ == '__main__':",
    "    f()",
    "",
)
ODD = st.sampled_from(["", "", "", "\f", "\f\f", " \f", "\f \f", "\t\f"])
NEWLINE = st.sampled_from(["\n", "\r\n"])


@given(st.lists(ODD, min_size=len(LINES), max_size=len(LINES)), NEWLINE)
def test_every_character_is_kept(odd: list[str], newline: str) -> None:
    source = "".join(f"{before}{line}{newline}" for before, line in zip(odd, LINES, strict=True))

    module = cst.parse_module(hide_form_feeds(source))

    assert show_form_feeds(module.code) == source


@pytest.mark.parametrize("source", ["", "x = 1\n", "\f", "x = 'a\fb'\f# \f\n", "\fx = 1", "\f\r\n\fx\r\n"])
def test_hiding_is_undone(source: str) -> None:
    assert show_form_feeds(hide_form_feeds(source)) == source
