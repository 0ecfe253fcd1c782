"""Collections and texts become larger, with values that differ."""

from __future__ import annotations

from random import Random

from testloom.model.statements import CallStatement, CollectionStatement, LiteralStatement, TestCase
from testloom.search import Knowledge, widened
from tests.unit.search.bank import bank, withdrawal


def knowledge(seed: int) -> Knowledge:
    return Knowledge(bank(), ["bank:transfer"], Random(seed))


def given(*statements: LiteralStatement | CollectionStatement) -> TestCase:
    return TestCase((*statements, CallStatement(890, "bank:transfer", None, (statements[-1].id,))))


def tables(case: TestCase) -> list[list[object]]:
    """The rows of the list that a test hands over."""
    known = {s.id: s for s in case}
    whole = known[case.statements[-1].references[0]]
    rows = [known[row] for row in whole.references]
    return [[getattr(known[cell], "value", None) for cell in row.references] for row in rows]


def test_all_rows_of_a_table_grow_alike_and_hold_different_numbers() -> None:
    cell, row = LiteralStatement(801, 7), CollectionStatement(802, "list", (801,))
    small = given(cell, row, CollectionStatement(803, "list", (802,)))

    for seed in range(20):
        made = widened(small, knowledge(seed))
        assert made is not None and made.is_valid()
        rows = tables(made)
        assert {len(row) for row in rows} == {len(rows)} and 2 <= len(rows) <= 5
        assert len({cell for row in rows for cell in row}) > 1


def test_a_text_grows_of_the_characters_that_texts_of_the_test_have() -> None:
    made = [widened(given(LiteralStatement(801, "q")), knowledge(seed)) for seed in range(20)]

    firsts = [case.statements[0] for case in made if case is not None]
    texts = [first.value for first in firsts if isinstance(first, LiteralStatement)]
    assert all(isinstance(text, str) and 2 <= len(text) <= 5 for text in texts)
    joined = "".join(map(str, texts))
    assert joined.count("q") > len(joined) / 2


def test_keys_stay_while_their_values_become_others() -> None:
    mapping = CollectionStatement(803, "dict", (801, 802))
    made = [
        widened(given(LiteralStatement(801, "key"), LiteralStatement(802, 7), mapping), knowledge(seed))
        for seed in range(20)
    ]

    held = [[s.value for s in case if isinstance(s, LiteralStatement)] for case in made if case is not None]
    assert len(held) == 20 and all(key == "key" for key, _ in held)
    assert len({value for _, value in held}) > 3


def test_records_in_a_table_stay_as_long_as_they_are() -> None:
    record = CollectionStatement(803, "tuple", (801, 802))
    small = given(
        LiteralStatement(801, "q"), LiteralStatement(802, 7), record, CollectionStatement(804, "list", (803,))
    )

    made = [widened(small, knowledge(seed)) for seed in range(20)]

    rows = [row for case in made if case is not None for row in tables(case)]
    assert len(rows) > 40
    assert {tuple(map(type, row)) for row in rows} == {(str, int)}


def test_what_holds_nothing_has_nothing_that_could_grow() -> None:
    assert widened(TestCase(withdrawal(9, 1).statements[:4]), knowledge(1)) is None


def test_bytes_in_a_collection_become_rows_of_numbers_at_times() -> None:
    small = given(LiteralStatement(801, b"ab"), CollectionStatement(803, "list", (801,)))

    made = [widened(small, knowledge(seed)) for seed in range(20)]

    assert all(case is not None and case.is_valid() for case in made)
    rows = [row for case in made if case is not None for row in tables(case)]
    assert any(row and all(isinstance(cell, int) for cell in row) for row in rows)
    assert [] in rows
