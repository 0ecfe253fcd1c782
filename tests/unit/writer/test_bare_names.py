"""The name of the callable alone is for the test that nothing else tells from the others."""

from __future__ import annotations

from testloom.writer.naming.descriptions import Description
from testloom.writer.naming.names import function_names

SHARED = ("with level 1", "with lineno 2")


def described(*arguments: str, conditions: tuple[str, ...] = ()) -> Description:
    return Description("format", "", False, conditions, (*SHARED, *arguments))


def test_a_test_with_an_argument_of_its_own_does_not_take_the_bare_name_from_one_without() -> None:
    shared = ("when colored",)
    forced, plain = described("with force color a"), described(conditions=shared)
    off = described("without color", conditions=shared)

    assert function_names([forced, plain, off], ()) == [
        "test_format_with_force_color_a",
        "test_format_when_colored",
        "test_format_without_color",
    ]


def test_the_first_keeps_the_bare_name_where_each_test_has_something_of_its_own() -> None:
    first, second = described("with name a"), described("with name b", conditions=("when colored",))

    assert function_names([first, second], ()) == ["test_format", "test_format_when_colored"]


def test_two_arguments_make_no_name_where_another_test_has_both() -> None:
    names = function_names([described(), described("with name a"), described()], ())

    assert names == ["test_format", "test_format_with_name_a", "test_format_2"]
