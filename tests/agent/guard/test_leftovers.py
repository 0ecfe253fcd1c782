"""What a test leaves in the folders of the sandbox is gone before the next."""

from __future__ import annotations

from collections.abc import Callable

from testloom.execution import Agent
from testloom.model.statements import CallStatement, TestCase
from testloom.model.statements.environment import FileStatement
from tests.agent.cases import call

Agents = Callable[[str], Agent]


def test_no_test_finds_a_file_that_another_has_put_there(agent_of: Agents) -> None:
    agent = agent_of("touching")
    bare = TestCase((CallStatement(1, "touching:changed"),))
    prepared = TestCase((FileStatement(9, "a.txt", "x"), *bare.statements))

    def ends() -> list[str]:
        return [result.end for result in agent.execute([bare, prepared, bare])]

    assert ends() == ["raised", "passed", "raised"]
    agent.observe([prepared])
    assert ends() == ["raised", "passed", "raised"]
    assert [list(seen.types) for seen in agent.watch([prepared, bare])] == [[9, 1], []]
    assert ends() == ["raised", "passed", "raised"]


def test_no_test_finds_a_database_that_another_has_made(agent_of: Agents) -> None:
    results = agent_of("touching").execute([call("touching:first_row")] * 3)

    assert [(result.end, result.touched) for result in results] == [("passed", (("folder", "a.db"),))] * 3
