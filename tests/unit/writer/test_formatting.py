"""Tests are laid out once, however often they are written."""

from __future__ import annotations

import pytest

from testloom.writer import ProjectStyle
from testloom.writer.files import black_style
from testloom.writer.files.formatting import formatted

SOURCE = "def test_laid_out_once( ) :\n    assert one( )==1\n"


def test_what_was_written_before_is_not_laid_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[ProjectStyle] = []

    def in_black_style(source: str, style: ProjectStyle) -> str:
        asked.append(style)
        return source

    monkeypatch.setattr(black_style, "in_black_style", in_black_style)
    short = ProjectStyle(line_length=40)

    assert formatted(SOURCE, short) == formatted(SOURCE, short)
    once = len(asked)
    formatted(SOURCE, ProjectStyle())

    assert asked == [short] * once + [ProjectStyle()] * once


@pytest.mark.parametrize(
    ("written", "laid_out"),
    [
        pytest.param("""f(('a"b' "c"), 1)""", """f('a"bc', 1)""", id="two kinds of quotes"),
        pytest.param("""f(("a" 'b"c' "d"), 1)""", """f('ab"cd', 1)""", id="three pieces"),
        pytest.param(
            """f(("it's" 'a"b'), 1)""", """f(("it's" 'a"b'), 1)""", id="each with the other's quotes"
        ),
        pytest.param("""f((b"a" b"b"), 1)""", """f(b"ab", 1)""", id="bytes"),
        pytest.param("""f(("x" '''a"b'''), 1)""", '''f(("x" """a"b"""), 1)''', id="three quotes"),
    ],
)
def test_pieces_of_a_text_that_share_a_line_become_one_where_quotes_allow(
    written: str, laid_out: str
) -> None:
    assert formatted(f"{written}\n", ProjectStyle()) == f"{laid_out}\n"
