"""The bank with what nothing here can build and with something private, and factories for it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from testloom.model.settings import Settings
from testloom.model.statements import (
    DoubleStatement,
    TestCase,
)
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.doubles.doubles import changed as change
from testloom.search.providers.experience.last_resort import (
    LastResort,
)
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

ALWAYS = Settings(doubles_after=0, doubles_probability=1, private_after=0, private_probability=1)


def shop() -> Subject:
    """The bank with a private function, and one that takes what nothing here can build."""
    more = [
        Callable("bank:_audit", "function", parameters=(Parameter("entry"),), is_private=True),
        Callable("bank:report", "function", parameters=(Parameter("logger", uses=("debug", "info")),)),
        Callable("bank:pay", "function", parameters=(Parameter("gateway", type=TypeRef("net:Gateway")),)),
    ]
    return replace(bank(), callables={**bank().callables, **{called.id: called for called in more}})


def knowledge_of(seed: int, chosen: Settings = ALWAYS) -> Knowledge:
    subject = shop()
    made = Knowledge(subject, ["bank:report", "bank:pay", "bank:transfer"], Random(seed))
    made.last_resort = LastResort(chosen)
    made.targets.private = [subject.callables["bank:_audit"]]
    return made


def changed(statement: DoubleStatement, builder: Builder) -> DoubleStatement:
    """The double with other answers."""
    other = change(statement, builder)
    assert isinstance(other, DoubleStatement)
    return other


def doubles_in(tests: list[TestCase]) -> set[str]:
    return {s.spec or ",".join(s.names) for case in tests for s in case if isinstance(s, DoubleStatement)}
