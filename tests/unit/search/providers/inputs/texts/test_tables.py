"""Tables as text, and back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from testloom.search.providers.inputs.texts.tables import rows_of, table_of

CELLS = st.text(st.characters(codec="utf-8", exclude_characters="\r\0"), max_size=8)


@given(st.lists(st.lists(CELLS, min_size=2, max_size=4), max_size=4))
def test_what_is_written_as_a_table_is_read_again(rows: list[list[str]]) -> None:
    assert rows_of(table_of(rows)) == rows


def test_a_quote_that_does_not_end_is_in_no_table() -> None:
    assert rows_of('a,"b\n') is None
