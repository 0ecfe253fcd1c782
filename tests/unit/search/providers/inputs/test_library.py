"""Classes of the standard library that annotations name are made by what programs call for them."""

from __future__ import annotations

import pytest

from testloom.search.providers.inputs.library import library_factory


@pytest.mark.parametrize(
    ("named", "made"),
    [
        ("concurrent.futures:Executor", "concurrent.futures:ThreadPoolExecutor"),
        ("concurrent.futures._base:Executor", "concurrent.futures:ThreadPoolExecutor"),
        ("concurrent.futures.thread:ThreadPoolExecutor", "concurrent.futures:ThreadPoolExecutor"),
        ("io:TextIOBase", "io:StringIO"),
    ],
)
def test_an_abstract_class_is_made_by_one_that_people_use(named: str, made: str) -> None:
    factory = library_factory(named)

    assert factory is not None and factory.id == made
