"""The last touch: black."""

from __future__ import annotations

from testloom.writer.style import ProjectStyle


def formatted(source: str, style: ProjectStyle) -> str:
    """The source as black writes it, with the project's line length and quotes."""
    import black  # takes a tenth of a second, which only those who write tests should wait for

    mode = black.Mode(line_length=style.line_length, string_normalization=not style.single_quotes)
    return black.format_str(source, mode=mode)
