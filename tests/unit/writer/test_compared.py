"""What `==` does not compare is compared by a function of its library."""

from __future__ import annotations

import pytest

from testloom.model.observed import Compared, Dict, List, Made, Scalar, Value
from testloom.model.suite import ValueAssertion
from testloom.oracle.assertions.showing import is_assertable, shown_part
from testloom.writer.imports.bindings import Bindings, Import, Imports
from testloom.writer.values.comparisons import comparisons
from testloom.writer.values.expressions import expected
from testloom.writer.values.operators import Syntax
from tests.unit.writer.test_expressions import Nothing

FLOATS = List((Scalar("float", 0.1 + 0.2), Scalar("float", float("nan"))))
ARRAY = Compared("numpy.testing:assert_allclose", FLOATS)
COLUMN = Dict((Scalar("str", "a"), List((Scalar("int", 1),))))
FRAME = Compared(
    "pandas.testing:assert_frame_equal", Made("pandas:DataFrame", (COLUMN,)), {"check_dtype": False}
)


class Paths(Nothing):
    """A scope that writes paths in full."""

    width, single_quotes = 60, False

    def path(self, path: str) -> str:
        return path.replace(":", ".")


def lines(value: Value) -> list[str]:
    found = comparisons(ValueAssertion(1, value, 1), "result")
    written = [(each, each.write(Paths(), Syntax(each.target), strict=False)) for each in found]
    return [f"{'' if w.asserts else 'assert '}{w.text}{w.value or ''}{w.rest}" for _, w in written]


def test_an_array_is_compared_approximately_by_numpy() -> None:
    assert lines(ARRAY) == ["numpy.testing.assert_allclose(result, [0.3, numpy.nan])"]


def test_a_frame_is_compared_by_pandas_as_strictly_as_it_may_be() -> None:
    (line,) = lines(FRAME)

    made = 'pandas.DataFrame({"a": [1]})'
    assert line == f"pandas.testing.assert_frame_equal(result, {made}, check_dtype=False)"


def test_frames_in_a_collection_are_compared_one_by_one() -> None:
    pair = List((Scalar("int", 1), FRAME))

    assert is_assertable(FRAME)
    assert not is_assertable(pair)
    shown = shown_part(pair)
    assert shown is not None
    assert [line.partition("(")[0] for line in lines(shown)] == [
        "assert len",
        "assert result[0] == 1",
        "pandas.testing.assert_frame_equal",
    ]


def test_an_expected_array_is_written_without_approx() -> None:
    assert expected(ARRAY, Paths()) == "[0.3, numpy.nan]"


@pytest.mark.parametrize(
    ("bound", "written", "imported"),
    [
        ({}, "pd.testing.assert_frame_equal", Import("pandas", None, "pd")),
        ({"pandas": "pandas"}, "pandas.testing.assert_frame_equal", Import("pandas")),
    ],
)
def test_a_library_is_imported_under_the_name_that_everyone_knows(
    bound: dict[str, str], written: str, imported: Import
) -> None:
    imports = Imports.decide([FRAME.by], Bindings(modules=bound, names=frozenset(bound.values())), "shop")

    assert imports.path(FRAME.by) == written
    assert imports.mentioned({written.partition(".")[0]}) == [imported]
