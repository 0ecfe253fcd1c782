"""What a truth value switches on is said by the name of its parameter."""

from __future__ import annotations

from dataclasses import replace

import pytest

from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.model.subject import Parameter, ParameterKind
from testloom.model.types import TypeRef
from testloom.search.minimisation.values.arguments import flags_by_name, flags_off
from tests.unit.search.bank import bank

VALUES = (LiteralStatement(0, "a"), LiteralStatement(1, True), LiteralStatement(2, 2))


def named(called: CallStatement, kind: ParameterKind = "either") -> list[CallStatement]:
    subject = bank()
    account = subject.callables["bank:Account"]
    known = replace(account, parameters=tuple(Parameter(name, kind) for name in ("owner", "strict", "total")))
    subject = replace(subject, callables={**subject.callables, account.id: known})
    found = flags_by_name(TestCase((*VALUES, called)), subject)
    return [call for case in found for call in case.statements if isinstance(call, CallStatement)]


def test_a_truth_value_and_what_follows_it_go_by_their_names() -> None:
    called = CallStatement(3, "bank:Account", None, (0, 1, 2))

    assert named(called) == [called.replace(args=(0,), kwargs=(("strict", 1), ("total", 2)))]


@pytest.mark.parametrize("args", [(1,), (0, 2), (0, 1)], ids=["alone", "none", "without a name"])
def test_other_arguments_stay_where_they_are(args: tuple[int, ...]) -> None:
    kind: ParameterKind = "positional" if args == (0, 1) else "either"

    assert not named(CallStatement(3, "bank:Account", None, args), kind)


@pytest.mark.parametrize(("has_default", "is_last", "is_off"), [(0, 0, 1), (1, 0, 0), (0, 1, 0)])
def test_a_flag_that_a_call_before_the_last_has_to_be_given_is_off(
    has_default: bool, is_last: bool, is_off: bool
) -> None:
    subject = bank()
    flag = Parameter("strict", type=TypeRef("bool"), has_default=bool(has_default))
    known = replace(subject.callables["bank:Account"], parameters=(flag,))
    subject = replace(subject, callables={**subject.callables, known.id: known})
    made, closed = CallStatement(3, known.id, None, (1,)), CallStatement(4, "bank:Account.close", 3)
    given = TestCase((VALUES[1], made) if is_last else (VALUES[1], made, closed))

    found = list(flags_off(given, subject))

    assert [case.statements[1] for case in found] == [LiteralStatement(5, False)] * is_off
