from __future__ import annotations

from testloom.writer import as_contradicted, as_failing

COMPLETE = '''\
"""Tests for words."""

import pytest

from words import first


def test_first_raises_index_error():
    words = []
    with pytest.raises(IndexError, match="list index out of range"):
        first(words)
'''


def test_a_test_that_expects_an_exception_becomes_one_that_fails_because_of_it() -> None:
    assert (
        as_failing(COMPLETE, expected=False)
        == '''\
"""Tests for words."""

from words import first


def test_first_raises_index_error():
    words = []
    first(words)
'''
    )


def test_with_the_failure_expected_it_is_marked_so_that_mending_the_code_shows() -> None:
    text = as_failing(COMPLETE, expected=True) or ""

    assert "import pytest\n" in text
    assert "@pytest.mark.xfail(raises=IndexError, strict=True)\ndef test_first" in text
    assert "pytest.raises" not in text


def test_what_looks_at_the_exception_stays_as_it_is() -> None:
    assert (
        as_failing(COMPLETE.replace("):\n        first", ") as caught:\n        first"), expected=True)
        is None
    )
    assert as_failing("def test_one():\n    assert True\n", expected=True) is None


def test_a_test_of_what_the_documentation_says_fails_as_it_is_or_is_marked_so() -> None:
    complete = '"""Tests."""\n\nfrom words import half\n\n\ndef test_half():\n    assert half(4) == 3\n'

    marked = as_contradicted(complete, expected=True)

    assert as_contradicted(complete, expected=False) == complete
    assert marked.startswith('"""Tests."""\n\nimport pytest\n\nfrom words')
    assert "@pytest.mark.xfail(strict=True)\ndef test_half():\n    assert half(4) == 3\n" in marked
