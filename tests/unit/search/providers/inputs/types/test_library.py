"""Classes of the standard library that annotations name are made by what programs call for them."""

from __future__ import annotations

import os

import pytest

from testloom.model.statements import CallStatement, CollectionStatement, LiteralStatement
from testloom.model.types import TypeRef
from testloom.search.minimisation.plainness.plain import plain_values
from testloom.search.providers.inputs.types.library import library_factory
from tests.unit.search.bank import bank


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


def test_the_status_of_a_file_is_made_of_as_many_numbers_as_it_has() -> None:
    *made, status, call = next(plain_values(TypeRef("os:stat_result"), 1, bank()))

    assert isinstance(status, CollectionStatement) and status.kind == "tuple"
    values = {s.id: s.value for s in made if isinstance(s, LiteralStatement) and isinstance(s.value, int)}
    assert os.stat_result([values[item] for item in status.items]).st_mode == 0o100644
    assert isinstance(call, CallStatement) and call.callable == "os:stat_result"
