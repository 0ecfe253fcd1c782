"""Probes in several modules at once, and which statements of a test leave a trace."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom.execution import Agent, AgentSettings, Companions
from testloom.model.errors import SubjectError
from testloom.model.statements import AssignmentStatement, AttributeStatement, CallStatement, LiteralStatement
from testloom.model.statements import TestCase as Case
from testloom.model.subject import Subject
from testloom.subject import decode

CART = """
from shop.stock import Stock

class Cart:
    def __init__(self, stock):
        self.stock = stock

    def add(self, count):
        if count > 3 and count != 7:
            return self.stock.take(count)

    @property
    def is_full(self):
        return self.stock.level == 7
"""
STOCK = """
class Stock:
    def __init__(self):
        self.level = 0

    def take(self, count):
        if count > self.level:
            raise ValueError(count)
        self.level -= count
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "shop").mkdir()
    for name, source in {"__init__": "", "cart": CART, "stock": STOCK}.items():
        (tmp_path / "shop" / f"{name}.py").write_text(source)
    return tmp_path


def start(python: Path, root: Path, *traced: str) -> Agent:
    companions = Companions([root / "shop" / "stock.py"], traced)
    return Agent.start(python, root / "shop" / "cart.py", root, AgentSettings(companions=companions))


def labels(subject: Subject, hits: frozenset[int]) -> set[str]:
    return {subject.probes[index].label for index in hits}


CASE = Case(
    (
        CallStatement(1, "shop.stock:Stock"),
        LiteralStatement(2, 9),
        AssignmentStatement(3, 1, "level", 2),
        CallStatement(4, "shop.cart:Cart", args=(1,)),
        LiteralStatement(5, 5),
        CallStatement(6, "shop.cart:Cart.add", 4, (5,)),
    )
)


def test_companions_have_probes_and_what_they_define_supplies_arguments(python: Path, shop: Path) -> None:
    with start(python, shop, "shop.cart:Cart", "shop.stock:Stock") as agent:
        subject = decode(agent.description)
        [result] = agent.execute([CASE])

    assert [part.module for part in subject.parts] == ["shop.cart", "shop.stock"]
    assert {
        "count > 3 and count != 7 is true",
        "count > self.level is false",
        "take is called",
    } <= labels(subject, result.trace.hits)
    theirs = subject.parts[1]
    assert {subject.probes[index].code for index in theirs.probes} == {
        "<module>",
        "Stock",
        "Stock.__init__",
        "Stock.take",
    }
    assert not subject.callables["shop.stock:Stock.take"].in_subject


def test_what_companions_look_up_can_be_set_too(python: Path, shop: Path) -> None:
    (shop / "shop" / "stock.py").write_text(
        "MOST = 100\n\nclass Stock:\n    LEAST = 3\n\n    def take(self, count):\n"
        "        return self.LEAST < count < MOST\n"
    )
    with start(python, shop, "shop.cart:Cart") as agent:
        subject = decode(agent.description)

    assert subject.state == {"shop.stock:MOST": 100, "shop.stock:Stock.LEAST": 3}


def test_every_part_of_a_condition_is_measured_in_company(python: Path, shop: Path) -> None:
    with start(python, shop, "shop.cart:Cart") as agent:
        subject = decode(agent.description)
        [result] = agent.execute([CASE])

    measured = {subject.predicates[index].text: known for index, known in result.trace.distances.items()}
    assert measured["count > 3"] == (0, 2)
    assert measured["count != 7"] == (0, 2)
    columns = {predicate.text: (predicate.line, predicate.column) for predicate in subject.predicates}
    assert columns["count != 7"] == (9, 25)


def test_every_part_of_a_condition_is_measured_in_a_pair_of_one_file(python: Path, shop: Path) -> None:
    case = Case((CallStatement(1, "shop.stock:Stock"), *CASE.statements[3:]))
    companions = Companions([], ["shop.cart:Cart"])
    with Agent.start(python, shop / "shop" / "cart.py", shop, AgentSettings(companions=companions)) as agent:
        subject = decode(agent.description)
        [result] = agent.execute([case])

    measured = {subject.predicates[index].text for index in result.trace.distances}
    assert measured == {"count > 3", "count != 7", "count > 3 and count != 7"}


def test_what_prepares_a_test_leaves_no_trace(python: Path, shop: Path) -> None:
    preparing = Case((*CASE.statements[:3], CallStatement(7, "shop.stock:Stock.take", 1, (2,))))
    reading = Case((*CASE.statements[:4], AttributeStatement(7, 4, "is_full")))
    with start(python, shop, "shop.cart:Cart") as agent:
        subject = decode(agent.description)
        prepared, read, both = agent.execute([preparing, reading, CASE])

    assert labels(subject, prepared.trace.hits) == set()
    assert labels(subject, read.trace.hits) == {"is_full is called"}
    codes = {subject.probes[index].code for index in both.trace.hits}
    assert codes == {"Cart.add", "Stock.take"}


def test_the_last_call_that_hits_a_probe_is_the_one_that_is_seen(python: Path, shop: Path) -> None:
    looking = Case((*CASE.statements, AttributeStatement(7, 4, "stock")))
    again = Case((*CASE.statements, LiteralStatement(7, 1), CallStatement(8, "shop.cart:Cart.add", 4, (7,))))
    with start(python, shop, "shop.cart:Cart") as agent:
        subject = decode(agent.description)
        once, looked, _ = agent.execute([CASE, looking, again])
        passing = Case(tuple(s for s in again.statements if s.id != 6))
        [last] = agent.execute([passing])

    assert looked.trace == once.trace
    assert labels(subject, last.trace.hits) == {"add is called", "count > 3 and count != 7 is false"}


def test_a_companion_that_cannot_be_imported_is_named(python: Path, shop: Path) -> None:
    (shop / "shop" / "stock.py").write_text("import nothing_of_this_name")
    (shop / "shop" / "cart.py").write_text("class Cart: pass")

    with pytest.raises(SubjectError, match=r"stock"):
        start(python, shop, "shop.cart:Cart")
