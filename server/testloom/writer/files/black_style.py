"""The import of black as a whole before anyone can use it.

black is compiled by mypyc, whose packages don't wait for each other's import: of two threads that
import black at the same time, one may see it without its names. They do wait for this module.
"""

from __future__ import annotations

import black

from testloom.writer.project.style import ProjectStyle


def in_black_style(source: str, style: ProjectStyle) -> str:
    """Format the source with black, with the project's line length and quotes."""
    mode = black.Mode(line_length=style.line_length, string_normalization=not style.single_quotes)
    return black.format_str(source, mode=mode)
