from __future__ import annotations

import pytest

from testloom.subject.lines import Place, find_place

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
    ("line", "starts"),
    [
        (7, (7, 5, 4)),
        (8, (8, 7, 5, 4)),
        (10, (10, 9, 8)),
        (11, (11, 8)),
        (12, (12, 11)),
        (13, (13, 8, 7, 5, 4)),
        (15, (14, 13)),
        (17, (18, 17)),
        (18, (18, 17)),
        (19, (19, 13, 8, 7, 5, 4)),
        (20, (21, 20)),
        (23, (23, 22)),
        (25, (25, 24)),
        (27, (27, 24)),
    ],
)
def test_a_run_starts_at_the_statement_or_before_it_in_its_block(line: int, starts: tuple[int, ...]) -> None:
    assert find_place(SOURCE, line) == Place(starts)


@pytest.mark.parametrize("line", [3, 4])
def test_decorators_and_signature_are_the_functions_header(line: int) -> None:
    place = find_place(SOURCE, line)

    assert place is not None and place.function == ("grade", range(3, 6))


@pytest.mark.parametrize("line", [2, 6, 26, 99])
def test_a_line_without_a_statement_has_no_run(line: int) -> None:
    assert find_place(SOURCE, line) == Place()


def test_syntax_that_this_python_does_not_know_has_no_place() -> None:
    assert find_place(b"def f(:\n", 1) is None
