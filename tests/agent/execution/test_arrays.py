"""Arrays and series are told by what makes equal ones, and by the function that compares them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from testloom_agent.execution.reporting.values.arrays import compared_of, plain_of, shape_of, single_of
from testloom_agent.execution.reporting.values.atoms import encode_scalar


class Index:
    """As pandas numbers rows."""

    start, step, nlevels, name = 0, 1, 1, None

    def __init__(self, labels: list[Any]) -> None:
        self.labels = labels
        self.dtype, self.size = "str", len(labels)

    def tolist(self) -> list[Any]:
        return self.labels


class RangeIndex(Index):
    """That of a series without labels."""


class Series:
    """What is asked of a series."""

    labels = "plain"
    """What the labels are; in categories they are where values were counted by such."""
    freq = ""
    """How far apart the labels are; nothing that is made of a list knows."""

    def __init__(self, values: list[Any], index: Any = None, name: Any = None, dtype: str = "int64") -> None:
        self.values, self.name, self.dtype, self.size = values, name, dtype, len(values)
        self.index = RangeIndex(list(range(len(values)))) if index is None else Index(index)

    def tolist(self) -> list[Any]:
        return self.values


class Missing:
    """What stands for no value."""


class ndarray:
    """What is asked of an array."""

    def __init__(self, values: list[Any], kind: str = "i") -> None:
        self.values, self.size, self.ndim = values, len(values), 1
        self.shape: tuple[int, ...] = (len(values),)
        self.dtype = SimpleNamespace(kind=kind)

    def tolist(self) -> list[Any]:
        return self.values

    def __eq__(self, other: object) -> Any:
        raise ValueError("The truth value of an array is ambiguous.")

    __hash__ = None  # type: ignore[assignment]


class generic:
    """A scalar of numpy."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def item(self) -> Any:
        return self.value


def assert_series_equal(
    one: Any,
    other: Any,
    check_dtype: bool = True,
    check_names: bool = True,
    check_freq: bool = True,
    check_index_type: bool = True,
    check_categorical: bool = True,
) -> None:
    assert not check_index_type or one.labels == other.labels
    assert not check_categorical or one.labels == other.labels
    assert one.values == other.values
    assert not check_freq or one.freq == other.freq
    assert not check_dtype or one.dtype == other.dtype
    assert not check_names or one.name == other.name


@pytest.fixture
def libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules that are called like the libraries, with the little that is asked of them."""

    def install(name: str, **held: Any) -> None:
        module = ModuleType(name)
        for key, entry in held.items():
            if isinstance(entry, type):
                monkeypatch.setattr(entry, "__module__", name)
            setattr(module, key, entry)
        monkeypatch.setitem(sys.modules, name, module)

    install("numpy", ndarray=ndarray, generic=generic)
    install("pandas", Index=Index, RangeIndex=RangeIndex, Series=Series, NaT=Missing(), NA=Missing())
    install("pandas.testing", assert_series_equal=assert_series_equal)
    monkeypatch.setattr(Missing, "__module__", "pandas")


def told(value: Any, encode: Callable[[Any], Any] = encode_scalar) -> Any:
    return compared_of(value, encode)


def plain(told: Any) -> Any:
    if told["kind"] == "scalar":
        return told["value"]
    return [plain(item) for item in told.get("items", told.get("args"))]


@pytest.mark.usefixtures("libraries")
@pytest.mark.parametrize(("kind", "function"), [("i", "assert_array_equal"), ("f", "assert_allclose")])
def test_an_array_is_compared_by_a_function_for_its_numbers(kind: str, function: str) -> None:
    compared = told(ndarray([1, 2], kind))

    assert compared["by"] == f"numpy.testing:{function}"
    assert plain(compared["value"]) == [1, 2]


@pytest.mark.usefixtures("libraries")
def test_of_a_long_array_only_the_shape_is_told() -> None:
    array = ndarray([1] * 100)

    assert told(array) is None
    assert shape_of(array) == (100,)


@pytest.mark.usefixtures("libraries")
def test_of_no_rows_with_columns_only_the_shape_is_told() -> None:
    windows = ndarray([])
    windows.ndim, windows.shape = 2, (0, 3)

    assert told(windows) is None
    assert shape_of(windows) == (0, 3)


@pytest.mark.usefixtures("libraries")
def test_a_series_is_told_by_what_makes_an_equal_one() -> None:
    compared = told(Series([1, float("nan")], ["a", "b"], "total"))

    assert compared is None  # None is not equal to nan: what is made has to equal the value
    compared = told(Series([1, 2], ["a", "b"], "total"))
    assert compared["value"]["type"] == "pandas:Series"
    assert plain(compared["value"]) == [[1, 2]]
    assert plain(compared["value"]["kwargs"]["index"]) == ["a", "b"]
    assert plain(compared["value"]["kwargs"]["name"]) == "total"
    assert compared["kwargs"] == {}


@pytest.mark.usefixtures("libraries")
def test_a_comparison_is_as_strict_as_it_may_be() -> None:
    assert told(Series([1, 2], dtype="int32"))["kwargs"] == {"check_dtype": False}


@pytest.mark.usefixtures("libraries")
def test_that_the_labels_of_a_series_are_months_is_left_out() -> None:
    resampled = Series([1, 2], ["2024-01", "2024-02"])
    resampled.freq = "MS"

    assert told(resampled)["kwargs"] == {"check_freq": False}


@pytest.mark.usefixtures("libraries")
def test_that_labels_are_categories_is_left_out() -> None:
    counted = Series([1, 2], ["low", "high"])
    counted.labels = "categories"

    assert told(counted)["kwargs"] == {"check_index_type": False, "check_categorical": False}


@pytest.mark.usefixtures("libraries")
def test_scalars_are_told_as_plain_values_and_missing_ones_by_their_name() -> None:
    assert plain_of(generic(1.5)) == 1.5
    assert plain_of("a") == "a"
    assert single_of(sys.modules["pandas"].NaT) == {"kind": "class", "path": "pandas:NaT"}
    assert single_of(1) is None


def test_values_of_libraries_that_are_not_loaded_are_none_of_this() -> None:
    assert told(ndarray([1])) is None
    assert told([1]) is None
