"""The name of the callable alone is for the test that nothing else tells from the others."""

from __future__ import annotations

from typing import ClassVar

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


class Phrase(str):
    """Counts how often phrases are looked up."""

    __slots__ = ()
    lookups: ClassVar[list[str]] = []

    def __hash__(self) -> int:
        self.lookups.append(self)
        return super().__hash__()


def lookups_for(tests: int) -> int:
    Phrase.lookups.clear()
    function_names([described(Phrase(f"with name {number}")) for number in range(tests)], ())
    return len(Phrase.lookups)


def test_each_test_of_a_function_is_looked_through_once_for_a_phrase_of_its_own() -> None:
    assert lookups_for(40) <= 2 * lookups_for(20)
