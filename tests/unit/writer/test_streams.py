"""What was written into a stream in memory is asserted of the stream."""

from __future__ import annotations

from testloom.writer import render

from .building import STYLE, SUBJECT, Case, built


def test_a_test_of_what_is_written_says_so() -> None:
    case = Case("transfer")
    stream = case.call("io:StringIO")
    case.call("transfer", stream, 1)

    text = render(built(case.equals("a", of=stream, attribute="getvalue()")), SUBJECT, None, STYLE).text

    assert "def test_transfer_updates_output():\n" in text
    assert '    assert string_io.getvalue() == "a"\n' in text
