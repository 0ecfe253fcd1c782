"""Which tests are run once more to see what code looks for in their dictionaries."""

from __future__ import annotations

from random import Random

from testloom.model.execution import Watched
from testloom.model.settings import Settings
from testloom.model.statements import CollectionStatement, TestCase
from testloom.search.algorithm.watching import Watching
from testloom.search.chromosome import evaluated
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank, run_withdrawal, withdrawal


def test_a_test_with_a_dictionary_is_worth_watching_until_that_was_done() -> None:
    watching = Watching(Knowledge(bank(), [], Random(1)), Settings())
    case = withdrawal(1, 2)
    plain = evaluated(case, run_withdrawal(case))
    table = TestCase((CollectionStatement(-1, "dict", ()),))
    watching.note_returns(with_table := evaluated(table, run_withdrawal(case)))

    assert watching.worth_it([], [], ()) == [with_table]
    watching.learn([(plain, Watched())], [])
    assert watching.worth_it([], [], ()) == [with_table]
    watching.learn([(with_table, Watched())], [])
    assert watching.worth_it([], [], ()) == []
