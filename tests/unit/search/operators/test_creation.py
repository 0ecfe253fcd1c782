"""Steps that test cases are extended by."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from testloom.model.statements import AssignmentStatement
from testloom.model.subject import Callable, Subject, SubjectClass
from testloom.model.types import TypeRef
from testloom.search.operators.creation import add_assignment
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

PAGE = "book:Page"


def assigned(subject: Subject) -> Counter[str]:
    """How often each attribute of a page is assigned in a hundred tests."""
    found: Counter[str] = Counter()
    for seed in range(100):
        builder = Knowledge(subject, [PAGE], Random(seed)).builder()
        builder.call(PAGE)
        assert add_assignment(builder)
        last = builder.draft.statements[-1]
        assert isinstance(last, AssignmentStatement)
        found[last.name] += 1
    return found


def test_a_setter_of_the_subject_is_called_more_often_than_other_attributes_are_assigned() -> None:
    attributes = {name: TypeRef("str") for name in ("text", "notes", "author", "date", "title", "tags")}
    page = SubjectClass(PAGE, assignable=attributes)
    made = Callable(PAGE, "constructor", returns=TypeRef(PAGE))
    title = Callable(f"{PAGE}.title", "property", PAGE)
    plain = replace(bank(), callables={PAGE: made}, classes={PAGE: page})

    with_setter = assigned(replace(plain, callables={PAGE: made, title.id: title}))
    without = assigned(plain)

    assert with_setter["title"] > 2 * without["title"]
    assert set(with_setter) == set(without) == set(attributes)
