"""Arguments are what code says of parameters, beside their annotations."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from testloom.model.statements import CallStatement, LiteralStatement
from testloom.model.subject import Callable, Parameter
from testloom.model.types import Scalar, TypeRef
from testloom.search import Knowledge
from testloom.search.providers.arguments import argument, arguments
from tests.unit.search.bank import bank


def drawn(parameter: Parameter) -> Counter[Scalar]:
    """The literals that many calls get."""
    builder = Knowledge(bank(), [], Random(1)).builder()
    for _ in range(200):
        argument(builder, parameter)
    return Counter(s.value for s in builder.draft.statements if isinstance(s, LiteralStatement))


@pytest.mark.parametrize(("kind", "found"), [("str", ["deflate", "zstd"]), ("int", [4_711])])
def test_an_annotated_value_is_often_one_with_which_code_compares_it(kind: str, found: list[Scalar]) -> None:
    uses = ("==", "==:''", "==:'deflate'", "==:'zstd'", "==:4711")

    values = drawn(Parameter("coding", type=TypeRef(kind), uses=uses))

    assert all(20 < values[value] < 120 for value in found)
    assert 20 < sum(values[value] for value in found) < 120


@pytest.mark.parametrize(
    ("kind", "uses", "opened"),
    [
        ("typing:TextIO", ("write", "name"), "builtins:open"),
        ("typing:BinaryIO", ("read", "fileno"), "io:FileIO"),
        ("typing:BinaryIO", ("read", "seek"), "io:BytesIO"),
        ("typing:BinaryIO", ("seek", "for"), "io:BytesIO"),
        ("typing:TextIO", ("read", "with"), "io:StringIO"),
        ("typing:BinaryIO", ("fileno", "ohms"), "io:BytesIO"),
    ],
)
def test_a_stream_is_a_file_where_code_asks_for_more_than_one_in_memory_has(
    kind: str, uses: tuple[str, ...], opened: str
) -> None:
    knowledge, made = Knowledge(bank(), [], Random(1)), Counter[str]()
    for builder in [knowledge.builder() for _ in range(100)]:
        argument(builder, Parameter("stream", type=TypeRef(kind), uses=uses))
        made.update(s.callable for s in builder.draft.statements if isinstance(s, CallStatement))

    assert made[opened] > 60


@pytest.mark.parametrize(("kind", "of"), [("str", str), ("bytes", bytes)])
def test_what_code_reads_a_number_from_often_is_one(kind: str, of: type[str] | type[bytes]) -> None:
    values = drawn(Parameter("amount", type=TypeRef(kind), uses=("strip", "int")))

    numbers = sum(count for value, count in values.items() if isinstance(value, of) and _is_number(value))
    assert 40 < numbers < 160


def _is_number(value: str | bytes) -> bool:
    text = value.decode("latin-1") if isinstance(value, bytes) else value
    return text.removeprefix("-").isdigit()


def test_a_parameter_that_takes_any_number_gets_values_for_what_is_done_with_each() -> None:
    called = Callable(
        "bank:sum_up", "function", parameters=(Parameter("books", "args", uses=("for", "[]withdraw")),)
    )
    knowledge = Knowledge(bank(), ["bank:transfer"], Random(1))

    made = []
    for _ in range(20):
        builder = knowledge.builder()
        args, _ = arguments(builder, called)
        made += [knowledge.type_of(s) for s in builder.draft.statements if s.id in args]

    assert made.count(TypeRef("bank:Account")) > len(made) / 2


def test_a_parameter_that_takes_any_number_gets_at_each_place_what_is_looked_for_there() -> None:
    uses = ("[0]==:'all'", "[1]==:'quiet'", "[2]==:'soon'")
    called = Callable(
        "bank:move", "function", parameters=(Parameter("options", "args", TypeRef("str"), uses=uses),)
    )
    knowledge = Knowledge(bank(), ["bank:transfer"], Random(1))

    places: dict[Scalar, Counter[int]] = {"all": Counter(), "quiet": Counter(), "soon": Counter()}
    for _ in range(300):
        builder = knowledge.builder()
        args, _ = arguments(builder, called)
        values = {s.id: s.value for s in builder.draft.statements if isinstance(s, LiteralStatement)}
        for place, value in enumerate(args):
            if values.get(value) in places:
                places[values[value]][place] += 1

    for place, counts in enumerate(places.values()):
        assert counts[place] > 3 * (counts.total() - counts[place]) and counts[place] > 10
