"""Arrays, series and frames as values: with the columns that code looks up, small, and equally long."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from msgspec.structs import replace as replace_struct

from testloom.capabilities import CAPABILITIES
from testloom.capabilities.frames.columns import FrameGuide
from testloom.capabilities.frames.kinds import (
    ARRAY,
    DATE,
    EITHER,
    FRAME,
    LAZY,
    MOMENT,
    POLARS,
    SERIES,
    TIMES,
    column_kind,
    kind_of,
)
from testloom.capabilities.frames.shape import FrameShape
from testloom.capabilities.frames.timestamps import DATE_RANGE, Moments, Timestamps
from testloom.model.execution import Missing, RaisedException
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    Statement,
    TestCase,
)
from testloom.model.statements.environment import FileStatement
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import NONE, TypeRef
from testloom.search.findings import judge
from testloom.search.minimisation.values.conformance import is_well_typed
from testloom.search.minimisation.values.nesting import flattened
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

ORDERS = Parameter("orders", type=TypeRef(FRAME), uses=("['region']groupby", "['price']sum", "['date']dt"))
REPORT = Callable("bank:report", "function", None, (ORDERS,))


def subject(*parameters: Parameter) -> Subject:
    report = replace(REPORT, parameters=parameters or REPORT.parameters)
    return replace(bank(), callables={**bank().callables, report.id: report}, imports=("numpy", "pandas"))


def made(seed: int, *parameters: Parameter) -> TestCase:
    """A test case that calls the report."""
    known = subject(*parameters)
    knowledge = Knowledge(known, ["bank:report"], Random(seed))
    builder = knowledge.builder()
    builder.call_of(known.callables["bank:report"])
    return TestCase(tuple(builder.draft.statements))


def value(case: TestCase, reference: int) -> object:
    """What a statement makes, of the kinds that are made here."""
    statement = next(entry for entry in case.statements if entry.id == reference)
    match statement:
        case LiteralStatement(value=plain):
            return plain
        case CollectionStatement(kind="dict", items=items):
            held = [value(case, item) for item in items]
            return dict(zip(held[::2], held[1::2], strict=True))
        case CollectionStatement(items=items):
            return [value(case, item) for item in items]
        case CallStatement(callable=path, args=args):
            return path, *(value(case, argument) for argument in args)
    return statement


def frames_of(case: TestCase) -> list[dict[str, list[tuple[str, ...]]]]:
    """The columns of each frame of polars."""
    calls = [s for s in case.statements if isinstance(s, CallStatement) and s.callable == POLARS]
    return [value(case, call.args[0]) for call in calls]  # type: ignore[misc]


def frame(*columns: tuple[str, list[int]]) -> TestCase:
    """A call of the report with a frame."""
    statements: list[Statement] = []
    items: list[int] = []
    for name, cells in columns:
        first = len(statements) + 1
        statements += [LiteralStatement(first + place, cell) for place, cell in enumerate(cells)]
        column = CollectionStatement(first + len(cells), "list", tuple(s.id for s in statements[first - 1 :]))
        statements += [column, LiteralStatement(column.id + 1, name)]
        items += [column.id + 1, column.id]
    held = CollectionStatement(len(statements) + 1, "dict", tuple(items))
    call = CallStatement(held.id + 1, FRAME, None, (held.id,))
    return TestCase((*statements, held, call, CallStatement(call.id + 1, "bank:report", None, (call.id,))))


def columns_of(case: TestCase) -> object:
    return value(case, case.statements[-1].references[0])


def test_a_frame_has_the_columns_that_code_looks_up() -> None:
    frames = [columns_of(made(seed)) for seed in range(40)]

    tables = [found[1] for found in frames if isinstance(found, tuple) and found[0] == FRAME]
    assert len(tables) > 30
    assert sum(list(table) == ["region", "price", "date"] for table in tables) > len(tables) / 2
    assert all(set(table) <= {"region", "price", "date"} for table in tables)


@pytest.mark.parametrize(
    ("name", "uses", "kind"),
    [
        ("region", ("groupby",), "str"),
        ("price", ("sum",), "float"),
        ("units", ("*",), "int"),
        ("born", ("to_datetime()",), "format"),
        ("when", ("dt",), "datetime:datetime"),
        ("paid", (), "bool"),
        ("note", ("str",), "str"),
    ],
)
def test_a_column_holds_what_code_does_with_it(name: str, uses: tuple[str, ...], kind: str) -> None:
    assert column_kind(name, uses).name == kind


@pytest.mark.parametrize(
    ("parameter", "kind"),
    [
        (Parameter("data", uses=("groupby", "['a']groupby")), FRAME),
        (Parameter("df", uses=("['a']>",)), FRAME),
        (Parameter("counts", uses=("value_counts",)), SERIES),
        (Parameter("values", uses=("<array>",)), ARRAY),
        (
            Parameter("maybe", type=TypeRef("union", (TypeRef(FRAME), TypeRef("none"))), uses=("['a']",)),
            "union",
        ),
    ],
)
def test_a_parameter_takes_a_frame_if_code_uses_it_like_one(parameter: Parameter, kind: str) -> None:
    found = kind_of(parameter, subject())

    assert found is not None
    assert found.name == kind


def test_nothing_is_a_frame_where_the_library_is_not_imported() -> None:
    assert kind_of(Parameter("df", uses=("groupby", "<array>")), bank()) is None
    assert kind_of(Parameter("options", uses=("['a']",)), subject()) is None


def test_arrays_of_a_test_are_mostly_equally_long() -> None:
    both = (Parameter("first", type=TypeRef(ARRAY)), Parameter("second", type=TypeRef(ARRAY)))

    lengths = []
    for seed in range(60):
        case = made(seed, *both)
        arrays = [value(case, reference) for reference in case.statements[-1].references]
        found = [array[1] for array in arrays if isinstance(array, tuple) and array[0] == "numpy:array"]
        lengths += [len({len(array) for array in found})]
    assert lengths.count(1) > 40


@pytest.mark.parametrize(("changed", "wanted"), [([7], [1]), ([7, 8], [1, 2]), ([7, 8, 9], [1, 2, 2])])
def test_all_columns_follow_the_one_that_has_another_length(changed: list[int], wanted: list[int]) -> None:
    case = frame(("a", changed), ("b", [1, 2]), ("c", [1, 2]))

    restored = FrameShape().restored(case, subject())

    assert columns_of(restored) == (FRAME, {"a": changed, "b": wanted, "c": wanted})


def test_an_array_in_which_code_looks_for_missing_values_has_some() -> None:
    signal = Parameter("signal", type=TypeRef(ARRAY), uses=("<array>", "<lacking>"))
    drawn = [str(columns_of(made(seed, signal))) for seed in range(40)]

    assert any("nan" in text for text in drawn)
    assert not any("None" in text for text in drawn)


def test_columns_share_no_list() -> None:
    case = frame(("a", [1]), ("b", [2]))
    held = next(s for s in case.statements if isinstance(s, CollectionStatement) and s.kind == "dict")
    key, column, other, _ = held.items
    shared = case.replaced(case.statements.index(held), held.replace(items=(key, column, other, column)))

    restored = FrameShape().restored(shared, subject())

    assert columns_of(restored) == (FRAME, {"a": [1], "b": [1]})
    assert len({s.id for s in restored.statements}) == len(restored.statements)
    assert restored.is_valid()


def test_one_row_lacks_another() -> None:
    shape = FrameShape()

    known = replace(subject(Parameter("df", type=TypeRef(FRAME))), constants=("a",))

    assert shape.lacks(frame(("a", [1])), known) > 0
    assert shape.lacks(frame(("a", [])), known) > shape.lacks(frame(("a", [1])), known)
    assert shape.lacks(frame(("a", [1, 2])), known) == 0


def test_a_missing_cell_becomes_one_like_the_others() -> None:
    case = frame(("a", [1, 7]))
    case = case.replaced(1, LiteralStatement(2, None))

    (plainer,) = FrameShape().plainer(case, subject())

    assert columns_of(plainer) == (FRAME, {"a": [1, 2]})


@pytest.mark.parametrize(
    "error",
    [
        RaisedException("builtins:KeyError", "'price'", False, True, lacks=Missing(key="price")),
        RaisedException("builtins:KeyError", "['price']", False, True),
        RaisedException("builtins:KeyError", "\"['price'] not in index\"", False, True),
        RaisedException("builtins:KeyError", "Index(['price'], dtype='str')", False, True),
        RaisedException("builtins:AttributeError", "no 'price'", False, True, lacks=Missing("price", FRAME)),
    ],
)
def test_a_column_that_was_looked_up_in_vain_is_added(error: RaisedException) -> None:
    knowledge = Knowledge(subject(), ["bank:report"], Random(1))
    case = frame(("a", [1, 2]))
    while knowledge.next_id() < case.fresh_id:
        pass

    (step,) = FrameGuide().steps(case, error, knowledge)
    better = step()

    assert better is not None
    table = columns_of(better)
    assert isinstance(table, tuple)
    assert list(table[1]) == ["a", "price"]
    assert len(table[1]["price"]) == 2


def test_columns_that_a_message_lists_are_added_to_a_file() -> None:
    error = RaisedException("bank:ReportError", "missing columns: region, price", True, True)
    knowledge = Knowledge(replace(subject(), imports=("csv", "pandas")), ["bank:report"], Random(1))
    case = TestCase((FileStatement(1, "a.csv", "a\n1\n"), *frame().statements))

    (step, *_) = FrameGuide().steps(case, error, knowledge)
    better = step()

    assert better is not None
    file = better.statements[0]
    assert isinstance(file, FileStatement)
    assert str(file.content).partition("\n")[0].split(",") == ["a", "region", "price"]


def test_a_frame_without_a_column_that_code_looks_up_is_no_finding() -> None:
    missing = RaisedException(
        "builtins:KeyError", "'price'", False, True, through="__getitem__", lacks=Missing(key="price")
    )
    known = replace(subject(), capabilities=CAPABILITIES)

    assert judge(missing, frame(("a", [1, 2])), "bank:report", known) == "misuse"
    assert judge(replace_struct(missing, through=""), frame(("a", [1, 2])), "bank:report", known) == "finding"


def test_a_column_that_the_subject_does_not_mention_says_nothing() -> None:
    known = replace(subject(), constants=("price", "region"))
    named = frame(("price", [1, 2]), ("region", [1, 2]))

    other = frame(("price", [1, 2]), ("b", [1, 2]))

    assert FrameShape().lacks(named, known) < FrameShape().lacks(other, known)


def test_a_column_that_code_looks_up_is_lacked() -> None:
    uses = ("['price']sum", "['region']groupby", "['name']<joined>")
    known = replace(subject(Parameter("df", type=TypeRef(FRAME), uses=uses)), constants=("price", "region"))
    whole = frame(("price", [1, 2]), ("region", [1, 2]))

    assert FrameShape().lacks(whole, known) == 0
    assert FrameShape().lacks(frame(("price", [1, 2])), known) > 0


def test_a_list_is_no_frame() -> None:
    case = TestCase(
        (CollectionStatement(1, "list", ()), CallStatement(2, "bank:report", None, (1,))),
    )

    assert not is_well_typed(case, subject())
    assert is_well_typed(frame(("a", [1, 2])), subject())


def test_a_frame_is_not_replaced_by_what_it_is_made_of() -> None:
    assert list(flattened(frame(("a", [1, 2])), subject())) == []


def test_a_frame_of_polars_has_dates_where_code_asks_for_parts_of_them() -> None:
    readings = Parameter(
        "readings", type=TypeRef(POLARS), uses=("['meter']group_by", "['kwh']sum", "['read_on']dt")
    )

    frames = [given for seed in range(10) for given in frames_of(made(seed, readings))]

    assert frames
    for given in frames:
        assert set(given) <= {"meter", "kwh", "read_on"}
        assert all(day[0] == "datetime:date" for day in given.get("read_on", ()))


def test_a_lazy_frame_is_made_of_a_frame() -> None:
    case = made(1, Parameter("readings", type=TypeRef(LAZY), uses=("['kwh']sum",)))

    lazy = next(s for s in case.statements if isinstance(s, CallStatement) and s.callable == f"{POLARS}.lazy")
    assert value(case, lazy.receiver or 0)[0] == POLARS  # type: ignore[index]


@pytest.mark.parametrize(
    ("name", "uses", "expected"),
    [
        pytest.param("due", ("-",), MOMENT, id="a span of time"),
        pytest.param("due", ("<",), EITHER, id="before something"),
        pytest.param("due", ("sum",), TypeRef("int"), id="a sum"),
        pytest.param("archived", ("~",), TypeRef("bool"), id="a mask"),
        pytest.param("day", ("to_date", "str"), DATE, id="a text that is read"),
    ],
)
def test_what_is_done_with_a_column_tells_dates_from_numbers(
    name: str, uses: tuple[str, ...], expected: TypeRef
) -> None:
    assert column_kind(name, uses) == expected


def test_a_column_that_polars_misses_is_added() -> None:
    message = 'unable to find column "town"; valid columns: ["a"]'
    error = RaisedException("polars.exceptions:ColumnNotFoundError", message, False, True)
    text = [LiteralStatement(91, "a"), LiteralStatement(92, 1), CollectionStatement(93, "list", (92,))]
    held = CollectionStatement(94, "dict", (91, 93))
    case = TestCase((*text, held, CallStatement(95, POLARS, None, (94,))))

    (step,) = FrameGuide().steps(case, error, Knowledge(subject(), [], Random(1)))

    changed = step()
    assert changed is not None
    assert set(value(changed, 95)[1]) == {"a", "town"}  # type: ignore[index]


def test_what_is_like_an_array_is_a_list_of_numbers_or_an_array() -> None:
    parts = ("bytes", "complex", "numpy._typing._array_like:_SupportsArray", "str")
    like = TypeRef("union", tuple(map(TypeRef, parts)))
    signal = Parameter("signal", type=like)
    given = [value(case, case.statements[-1].references[0]) for case in (made(s, signal) for s in range(40))]

    assert sum(isinstance(found, list) for found in given) > 8
    assert sum(isinstance(found, tuple) and found[0] == "numpy:array" for found in given) > 8
    assert not any(isinstance(found, str | bytes | complex) for found in given)


def timed(case: TestCase) -> tuple[int, object]:
    """The number of rows of the series of a test case, and what their index was made with."""
    (series,) = (s for s in case.statements if isinstance(s, CallStatement) and s.callable == SERIES)
    index = next(s for s in case.statements if s.id == dict(series.kwargs)["index"])
    assert isinstance(index, CallStatement)
    rows = value(case, series.args[0])
    assert isinstance(rows, list)
    return len(rows), value(case, dict(index.kwargs)["periods"])


POWER = Parameter("power", type=TypeRef(SERIES), uses=("resample", "<times>"))


def test_a_series_has_as_many_moments_as_rows_where_code_asks_for_them() -> None:
    for seed in range(10):
        rows, moments = timed(made(seed, POWER))

        assert moments == rows


def test_moments_follow_when_rows_change() -> None:
    case = made(3, POWER)
    (series,) = (s for s in case.statements if isinstance(s, CallStatement) and s.callable == SERIES)
    held = next(s for s in case.statements if s.id == series.args[0])
    assert isinstance(held, CollectionStatement)
    longer = case.replaced(case.statements.index(held), held.replace(items=held.items * 2))

    restored = FrameShape().restored(longer, subject(POWER))

    assert timed(restored) == (2 * len(held.items), 2 * len(held.items))
    assert restored.is_valid()
    assert FrameShape().restored(restored, subject(POWER)) == restored


@pytest.mark.parametrize(
    ("parameter", "kind"),
    [
        pytest.param(POWER, TypeRef(SERIES, (TypeRef("int"), TypeRef(TIMES))), id="resampled"),
        pytest.param(
            Parameter("df", uses=("resample", "<times>", "['due']resample")),
            TypeRef(FRAME, (MOMENT,), ("due",)),
            id="resampled by a column",
        ),
        pytest.param(
            Parameter("df", uses=("['kwh']sum", "<times>")),
            TypeRef(FRAME, (TypeRef("int"), TypeRef(TIMES)), ("kwh",)),
            id="a frame",
        ),
        pytest.param(Parameter("times", uses=("to_series",)), TypeRef(TIMES), id="an index"),
    ],
)
def test_rows_have_moments_where_code_uses_them(parameter: Parameter, kind: TypeRef) -> None:
    assert kind_of(parameter, subject()) == kind


def test_a_series_without_moments_lacks_what_code_asks_for() -> None:
    case = made(3, POWER)
    (series,) = (s for s in case.statements if isinstance(s, CallStatement) and s.callable == SERIES)
    plain = case.replaced(case.statements.index(series), series.replace(kwargs=()))

    assert FrameShape().lacks(plain, subject(POWER)) > FrameShape().lacks(case, subject(POWER))


def test_moments_begin_with_a_date() -> None:
    case = made(3, POWER)
    (range_,) = (s for s in case.statements if isinstance(s, CallStatement) and s.callable == DATE_RANGE)
    place = next(place for place, s in enumerate(case.statements) if s.id == range_.args[0])
    changed = case.replaced(place, LiteralStatement(range_.args[0], "4a"))

    restored = Moments().restored(changed, subject(POWER))

    assert value(restored, range_.args[0]) == "2024-01-15"
    assert Moments().restored(case, subject(POWER)) is case


@pytest.mark.parametrize(
    ("parameter", "is_known"),
    [
        pytest.param(Parameter("freq"), True, id="by its name"),
        pytest.param(Parameter("new_freq", type=TypeRef("str")), True, id="a text"),
        pytest.param(Parameter("freq", type=TypeRef("union", (TypeRef("str"), NONE))), True, id="optional"),
        pytest.param(Parameter("freq", type=TypeRef("int")), False, id="a number"),
        pytest.param(Parameter("freq", type=TypeRef("list", (TypeRef("str"),))), False, id="a list of texts"),
        pytest.param(Parameter("mode"), False, id="another name"),
    ],
)
def test_distances_between_moments_are_known_by_their_names(parameter: Parameter, is_known: bool) -> None:
    kind = Timestamps().kind_of(parameter, subject())

    assert (kind is not None and "D" in kind.args[0].values) == is_known
    assert Timestamps().kind_of(parameter, bank()) is None
