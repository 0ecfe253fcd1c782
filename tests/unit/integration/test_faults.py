"""Which small faults concern a pair."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom.integration import Coupling, faults_of
from testloom.model.mutation import Mutant
from tests.unit.integration.projects import Project

FILES = {
    "cart.py": """
        import stock

        def add(count):
            if count > 3:
                return stock.take(count, 7)
            return print(count)
        """,
    "stock.py": """
        def take(count, most):
            if count > most:
                return most
            return count

        def forget(count):
            return count + 1
        """,
}


@pytest.fixture
def coupling(tmp_path: Path) -> Coupling:
    return Project(tmp_path, FILES).coupling("cart", "stock")


def mutant(function: str, line: int, operator: str) -> Mutant:
    return Mutant(line, operator, line, function, "before", "after")


def test_faults_of_what_is_called_concern_a_pair(coupling: Coupling) -> None:
    mutants = [mutant("take", 3, "boundary"), mutant("forget", 8, "arithmetic")]

    assert list(faults_of(coupling, coupling.callee.module.file, mutants)) == mutants[:1]


def test_of_the_caller_only_faults_at_the_calls_do(coupling: Coupling) -> None:
    swapped, compared = mutant("add", 6, "arguments"), mutant("add", 5, "boundary")
    elsewhere, constant = mutant("add", 7, "result"), mutant("add", 6, "constant")

    found = faults_of(coupling, coupling.caller.module.file, [swapped, compared, elsewhere, constant])

    assert list(found) == [swapped]


def test_faults_that_no_call_of_the_pair_can_reach_do_not(tmp_path: Path) -> None:
    callee = """
        def take(count, most=None):
            if most is not None:
                most = abs(
                    most
                )
            if count > 3:
                return count + 1
            return count
        """
    caller = FILES["cart.py"].replace("count, 7", "count")
    coupling = Project(tmp_path, {"cart.py": caller, "stock.py": callee}).coupling("cart", "stock")
    mutants = [mutant("take", line, "constant") for line in (3, 4, 5, 7, 8)]

    found = faults_of(coupling, coupling.callee.module.file, mutants)

    assert [mutant.line for mutant in found] == [3, 7, 8]


def test_they_do_where_another_call_reaches_them(tmp_path: Path) -> None:
    callee = (
        "def take(count, most=None):\n    if most is not None:\n        return most + 1\n    return count\n"
    )
    caller = """
        import stock

        def add(count):
            if count > 3:
                return stock.take(count)
            return stock.take(count, count)
        """
    coupling = Project(tmp_path, {"cart.py": caller, "stock.py": callee}).coupling("cart", "stock")

    assert list(faults_of(coupling, coupling.callee.module.file, [mutant("take", 3, "constant")]))
