from dataclasses import replace
from random import Random
from typing import Literal

from testloom.model.execution import Operands
from testloom.model.statements import CallStatement, CollectionStatement, LiteralStatement, TestCase
from testloom.model.subject import Callable, Parameter, Predicate
from testloom.search.operators.directed.comparisons.matching import aim
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

MISSED = Operands(0, ">", 0, 1000, False)


def shots(kind: Literal["either", "kwargs"], case: TestCase, condition: str) -> list[TestCase]:
    """What aiming at a comparison makes over a few draws; keys are looked up in the only parameter."""
    parameter = Parameter("options", kind, uses=("['port']", "['names'][]['first']"))
    subject = replace(
        bank(),
        callables={"bank:open": Callable("bank:open", "function", None, (parameter,))},
        predicates=(Predicate(0, 1, "open", condition, 0, ((0, False),)),),
    )
    factories = [Knowledge(subject, ["bank:open"], Random(seed)) for seed in range(9)]
    return [shot for knowledge in factories if (shot := aim(case, MISSED, True, knowledge)) is not None]


def entries(case: TestCase) -> list[object]:
    """The keys and values of the dictionary in a test."""
    literals = {s.id: s.value for s in case if isinstance(s, LiteralStatement)}
    [made] = [s for s in case if isinstance(s, CollectionStatement)]
    return [literals[item] for item in made.items]


def test_what_a_default_stood_for_is_put_under_the_key_that_the_condition_names() -> None:
    case = TestCase((CollectionStatement(-1, "dict", ()), CallStatement(-2, "bank:open", None, (-1,))))

    found = shots("either", case, 'options.get("port", 0) > 1000')

    assert found and all(shot.is_valid() for shot in found)
    assert all(entries(shot) == ["port", 1001] for shot in found)


def test_any_key_is_tried_where_the_condition_names_none() -> None:
    case = TestCase((CollectionStatement(-1, "dict", ()), CallStatement(-2, "bank:open", None, (-1,))))

    keys = {str(entries(shot)[0]) for shot in shots("either", case, "port > 1000")}

    assert keys == {"port", "names", "first"}


def test_a_keyword_that_is_gathered_is_given_likewise() -> None:
    case = TestCase((CallStatement(-2, "bank:open", None),))

    [call] = {s for shot in shots("kwargs", case, "options.get('port')") for s in shot if s.id == -2}

    assert isinstance(call, CallStatement)
    assert [name for name, _ in call.kwargs] == ["port"]
