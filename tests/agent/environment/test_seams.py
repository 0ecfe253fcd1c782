"""Where a project reaches processes, the network and modules that are not there, a double may stand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from testloom.execution import Agent
from testloom.model.statements import (
    CallStatement,
    DoubleStatement,
    TestCase,
)
from testloom.model.statements.environment import StateStatement
from tests.agent.cases import call

Agents = Callable[[str], Agent]


def test_functions_that_reach_processes_are_seams(agent_of: Agents) -> None:
    [plain, imported] = agent_of("touching").execute([call("touching:run"), call("touching:run_imported")])

    assert ("seam", "subprocess:run") in plain.touched and plain.denied
    assert ("seam", "touching:check_output") in imported.touched and imported.denied


@pytest.mark.parametrize(
    ("name", "seam"),
    [
        ("started", "subprocess:Popen"),
        ("connected", "socket:socket"),
        ("requested", "touching:HTTPConnection"),
        ("called_up", "xmlrpc.client:SafeTransport"),
        ("mailed", "smtplib:SMTP"),
        ("stopped", "os:kill"),
    ],
)
def test_what_is_refused_has_the_name_by_which_it_was_called(agent_of: Agents, name: str, seam: str) -> None:
    [result] = agent_of("touching").execute([call(f"touching:{name}")])

    assert result.denied and ("seam", seam) in result.touched


def test_a_file_that_may_not_be_written_is_no_seam(agent_of: Agents) -> None:
    [result] = agent_of("touching").execute([call("touching:written_elsewhere")])

    assert result.denied and not [touch for touch in result.touched if touch[0] == "seam"]


def test_a_class_of_the_project_is_no_seam_though_what_it_inherits_is_refused(agent_of: Agents) -> None:
    [result] = agent_of("touching").execute([call("touching:requested_below")])

    assert result.denied and not [touch for touch in result.touched if touch[0] == "seam"]


def test_a_seam_takes_a_double(agent_of: Agents) -> None:
    double = DoubleStatement(8)

    [result] = agent_of("touching").execute(
        [TestCase((double, StateStatement(9, "subprocess:run", 8), CallStatement(1, "touching:run")))]
    )

    assert (result.end, result.denied) == ("passed", ())


def test_what_is_called_is_found_though_a_double_stands_for_the_function_that_imports(
    agent_of: Agents,
) -> None:
    replaced = StateStatement(9, "importlib:import_module", 8)

    [result] = agent_of("touching").execute(
        [TestCase((DoubleStatement(8), replaced, CallStatement(1, "touching:date_is_a_date")))]
    )

    assert result.end == "passed"


def test_a_module_that_is_not_installed_is_there_for_one_test(agent_of: Agents) -> None:
    doubles = DoubleStatement(2), DoubleStatement(4)
    package = StateStatement(3, "sys.modules:not_installed", 2)
    module = StateStatement(5, "sys.modules:not_installed.charts", 4)

    given, missing = agent_of("touching").execute(
        [
            TestCase((*doubles, package, module, CallStatement(1, "touching:charted"))),
            call("touching:charted"),
        ]
    )

    assert given.end == "passed"
    assert missing.exception and missing.exception.type == "builtins:ModuleNotFoundError"
