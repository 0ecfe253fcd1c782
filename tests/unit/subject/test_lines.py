from __future__ import annotations

import pytest

from testloom.subject.lines import LinePlace, find_place

SOURCE = b'''\
"""A module."""

@cached
def grade(points):
    """Say it."""
    # a comment
    total = points
    if total > 10:
        word = "good"
        return word
    elif total > 5:
        pass
    try:
        risky(
            total,
        )
    except ValueError:
        return None
    match total:
        case 1:
            return "one"
        case _:
            pass
    for _ in range(3):
        continue
    else:
        return "end"
'''


@pytest.mark.parametrize(
    ("line", "statement"),
    [
        (7, 7),
        (8, 8),
        (10, 10),
        (11, 11),
        (13, 13),
        (15, 14),
        (17, 18),
        (19, 19),
        (20, 21),
        (23, 23),
        (24, 24),
        (27, 27),
    ],
)
def test_a_line_belongs_to_the_innermost_statement_around_it(line: int, statement: int) -> None:
    assert find_place(SOURCE, line) == LinePlace(statement)


@pytest.mark.parametrize("line", [3, 4, 5, 6])
def test_decorators_signature_and_docstring_are_the_functions_header(line: int) -> None:
    place = find_place(SOURCE, line)

    assert place is not None and place.function == ("grade", range(3, 28))


@pytest.mark.parametrize("line", [2, 26, 99])
def test_a_line_without_a_statement_has_no_run(line: int) -> None:
    assert find_place(SOURCE, line) == LinePlace()


def test_syntax_that_this_python_does_not_know_has_no_place() -> None:
    assert find_place(b"def f(:\n", 1) is None
