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
