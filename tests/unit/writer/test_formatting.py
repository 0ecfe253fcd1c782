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
