from dataclasses import replace
from random import Random
from typing import Any

import pytest

from testloom.model.execution import Operands
from testloom.model.statements import CallStatement, CollectionStatement, LiteralStatement, TestCase
from testloom.search.operators.directed.comparisons.matching import aim, exchanges
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank


def aimed(values: list[Any], operands: Operands, wanted: bool) -> set[tuple[Any, ...]]:
    """The literals of the tests that aiming makes, over a few draws."""
    case = TestCase(tuple(LiteralStatement(-index - 1, value) for index, value in enumerate(values)))
    found = set()
    for seed in range(30):
        shot = aim(case, operands, wanted, Knowledge(bank(), ["bank:transfer"], Random(seed)))
        if shot is not None:
            assert shot.is_valid()
            found.add(tuple(s.value for s in shot if isinstance(s, LiteralStatement)))
    return found


@pytest.mark.parametrize(
    ("op", "left", "right", "wanted", "literals", "expected"),
    [
        ("==", "x", "magic", True, ["x"], ("magic",)),
        ("!=", "x", "magic", False, ["x"], ("magic",)),
        ("==", "x", "magic", True, ["ax,b"], ("amagic,b",)),
        ("==", "abc", "magic", True, [" ABC "], ("magic",)),
        ("<", 7, 3, True, [7], (2,)),
        ("<=", 7, 3, True, [7], (3,)),
        (">=", 7, 3, False, [7], (2,)),
        ("<", 7, 3, True, [3], (8,)),
        ("==", 2, 5, True, ["ab"], ("ababa",)),
        ("==", 41, 5, True, ["n=41"], ("n=5",)),
        ("startswith", "path", "http", True, ["path"], ("httppath",)),
        ("endswith", "a", (".py",), True, ["a"], ("a.py",)),
        ("in", "q", ("a",), True, ["q"], ("a",)),
        ("in", "=", "text", True, ["text"], ("=text",)),
        ("truth", "", None, True, [""], ("a",)),
        ("isdigit", "x", None, True, ["x"], ("12",)),
        ("matches", "ab", "#[0]{2}", True, ["&ab;"], ("&#00;",)),
        ("matches", "ab", "a.", False, ["ab"], ("aba",)),
        ("is", None, None, False, [None], ()),
    ],
)
def test_what_satisfies_the_comparison_takes_the_operands_place(
    op: str, left: Any, right: Any, wanted: bool, literals: list[Any], expected: tuple[Any, ...]
) -> None:
    found = aimed(literals, Operands(0, op, left, right, not wanted), wanted)

    assert (expected in found) if expected else found


def test_a_number_is_found_in_the_test_that_code_has_added_a_constant_to() -> None:
    subject = replace(bank(), constants=(9,))
    case = TestCase((LiteralStatement(-1, b"\x06\x1a\x80frame"),))
    operands = Operands(0, "<", 9, 0x061A80 + 9, True)
    factories = [Knowledge(subject, ["bank:transfer"], Random(seed)) for seed in range(20)]

    shots = [shot for knowledge in factories if (shot := aim(case, operands, False, knowledge)) is not None]

    literals = [s.value for shot in shots for s in shot if isinstance(s, LiteralStatement)]
    assert set(literals) == {b"\0\0\0frame"}


def test_a_missing_key_is_added_to_the_dictionary_of_the_test() -> None:
    case = TestCase((CollectionStatement(-1, "dict", ()), CallStatement(-2, "bank:transfer", None, (-1,))))
    operands = Operands(0, "in", "key", {}, False)
    factories = [Knowledge(bank(), ["bank:transfer"], Random(seed)) for seed in range(5)]

    shots = [shot for knowledge in factories if (shot := aim(case, operands, True, knowledge)) is not None]

    assert all(shot.is_valid() for shot in shots)
    assert "key" in [s.value for shot in shots for s in shot if isinstance(s, LiteralStatement)]


def test_a_missing_keyword_is_given_where_a_call_gathers_them() -> None:
    case = TestCase(
        (LiteralStatement(-1, 1), CallStatement(-2, "bank:transfer", None, (-1,), (("kind", -1),)))
    )
    knowledge = Knowledge(bank(), ["bank:transfer"], Random(0))

    shot = aim(case, Operands(0, "in", "memo", {}, False), True, knowledge)
    elsewhere = aim(case, Operands(0, "in", "memo", {"other": 1}, False), True, knowledge)

    assert shot is not None and shot.is_valid()
    [call] = [statement for statement in shot if isinstance(statement, CallStatement)]
    assert [name for name, _ in call.kwargs] == ["kind", "memo"]
    assert elsewhere is None


def test_nothing_is_aimed_where_no_operand_stands_in_the_test() -> None:
    assert not aimed(["other"], Operands(0, "==", "x", "magic", False), True)


def test_every_exchange_of_an_ordering_satisfies_it() -> None:
    holds = {"<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__}
    for op, compare in holds.items():
        for left, right in ((3, 9), (9, 3), (4, 4)):
            for wanted in (True, False):
                for old, new in exchanges(Operands(0, op, left, right, not wanted), wanted, Random(1)):
                    outcomes = {
                        compare(new, right) if old == left else None,
                        compare(left, new) if old == right else None,
                    }
                    assert wanted in outcomes


def test_a_literal_that_several_places_share_is_exchanged_in_one_of_them() -> None:
    case = TestCase((LiteralStatement(-1, "x"), CollectionStatement(-2, "dict", (-1, -1))))
    factories = [Knowledge(bank(), ["bank:transfer"], Random(seed)) for seed in range(20)]

    shots = [aim(case, Operands(0, "==", "x", "magic", False), True, knowledge) for knowledge in factories]

    made = [[s.value for s in shot if isinstance(s, LiteralStatement)] for shot in shots if shot is not None]
    assert ["x", "magic"] in made and ["magic"] in made


def test_what_uses_literals_is_looked_up_once_for_all_of_them() -> None:
    read = []

    class Counted(CollectionStatement, frozen=True):
        @property
        def references(self) -> tuple[int, ...]:
            read.append(self.id)
            return self.items

    literals = [LiteralStatement(-index, "x") for index in range(1, 101)]
    case = TestCase((*literals, Counted(-101, "list", tuple(literal.id for literal in literals))))

    assert aim(case, Operands(0, "==", "x", "magic", False), True, Knowledge(bank(), [], Random(1)))
    assert 0 < len(read) < 5


def test_a_collection_is_exchanged_for_the_one_that_it_is_compared_with() -> None:
    items = (LiteralStatement(-1, 1), LiteralStatement(-2, 0))
    single, others = CollectionStatement(-3, "list", (-1, -2)), CollectionStatement(-4, "tuple", (-1, -2))
    both = CollectionStatement(-5, "list", (-3, -3))
    case = TestCase((*items, single, others, both, CallStatement(-6, "bank:transfer", None, (-5, -4))))

    def shots(left: Any) -> set[str]:
        operands = Operands(0, "==", left, [0, 7], False)
        factories = [Knowledge(bank(), ["bank:transfer"], Random(seed)) for seed in range(20)]
        made = [aim(case, operands, True, knowledge) for knowledge in factories]
        assert all(shot is None or shot.is_valid() for shot in made)
        return {called_with(shot) for shot in made if shot is not None}

    pairs = ("[0, 7], [0, 7]", "[0, 7], [1, 0]", "[1, 0], [0, 7]")
    assert shots([1, 0]) == {f"[{pair}], (1, 0)" for pair in pairs}
    assert not shots([True, 0])


def called_with(case: TestCase) -> str:
    """The arguments of the last call, as they would be written."""
    *made, call = case.statements
    texts: dict[int, str] = {}
    for statement in made:
        match statement:
            case LiteralStatement(id=own, value=value):
                texts[own] = repr(value)
            case CollectionStatement(id=own, kind=kind, items=items):
                inner = ", ".join(texts[item] for item in items)
                texts[own] = f"[{inner}]" if kind == "list" else f"({inner})"
    assert isinstance(call, CallStatement)
    return ", ".join(texts[argument] for argument in call.args)
