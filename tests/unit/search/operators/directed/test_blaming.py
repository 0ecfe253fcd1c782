"""What a message blames leaves the test."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from testloom.model.statements import CallStatement, LiteralStatement, ReferenceStatement, TestCase
from testloom.model.subject import Callable, Parameter
from testloom.search.operators.directed.exceptions.repair import repaired
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

from .raising import last_call, raised, steps

OPTIONAL = [Parameter(name, has_default=True, default=0) for name in ("mode", "size")]
LEDGER = Callable("bank:Ledger", "constructor", parameters=(Parameter("owner"), *OPTIONAL))


def test_an_optional_argument_that_a_message_shows_is_left_out_and_those_behind_it_are_named() -> None:
    subject = replace(bank(), callables={**bank().callables, LEDGER.id: LEDGER})
    values = (LiteralStatement(-1, "mary"), LiteralStatement(-2, "xq"), LiteralStatement(-3, 17))
    case = TestCase((*values, CallStatement(-4, LEDGER.id, None, (-1, -2, -3))))

    shot = repaired(case, raised("ValueError", "invalid mode: 'xq'"), Knowledge(subject, [], Random(1)))

    assert shot is not None
    assert (last_call(shot).args, last_call(shot).kwargs) == ((-1,), (("size", -3),))


def test_a_function_that_takes_other_arguments_than_it_got_gives_way_to_another() -> None:
    case = TestCase((ReferenceStatement(-1, "bank:open"), CallStatement(-2, "bank:transfer", None, (-1,))))

    shots = steps(case, "TypeError", "open() missing 2 required positional arguments: 'name' and 'limit'")

    assert shots
    assert not any(isinstance(s, ReferenceStatement) and s.id == -1 for shot in shots for s in shot)
