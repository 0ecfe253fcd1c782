"""Exceptions that a callable announces are its behaviour; others are findings, or misuse."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from testloom.capabilities import CAPABILITIES
from testloom.model.execution import RaisedException
from testloom.model.statements import (
    Answer,
    CallStatement,
    DoubleStatement,
    EnterStatement,
    LiteralStatement,
)
from testloom.model.statements import TestCase as Case
from testloom.model.statements.environment import StateStatement
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import Scalar, TypeRef
from testloom.search import judge

HALF = Callable("m:half", "function", parameters=(Parameter("n", type=TypeRef("int")),), raises=("m:Odd",))
NEXT = Callable("m:Items.__next__", "method", owner="m:Items")
SUBJECT = Subject("m", "m.py", {HALF.id: HALF, NEXT.id: NEXT})


def judged(kind: str, value: Scalar = 1, callable_id: str = "m:half", explicit: bool = False) -> str:
    case = Case((LiteralStatement(0, value), CallStatement(1, "m:half", None, (0,))))
    return judge(RaisedException(kind, "", explicit, in_subject=True), case, callable_id, SUBJECT)


def test_what_the_project_raises_itself_is_announced() -> None:
    assert judged("builtins:ValueError", explicit=True) == "announced"


def test_what_the_callable_names_is_announced() -> None:
    assert judged("m:Odd") == "announced"


@pytest.mark.parametrize("kind", ["builtins:StopIteration", "builtins:SystemExit"])
def test_what_protocols_and_programs_end_with_is_announced(kind: str) -> None:
    assert judged(kind, callable_id="m:Items.__next__") == "announced"


def test_a_callable_that_takes_a_limit_announces_that_time_is_up() -> None:
    limited = replace(HALF, parameters=(*HALF.parameters, Parameter("timeout", has_default=True)))
    case = Case((LiteralStatement(0, 1), CallStatement(1, "m:half", None, (0,))))
    error = RaisedException("builtins:TimeoutError", "", explicit=False, in_subject=True)

    assert judge(error, case, HALF.id, Subject("m", "m.py", {HALF.id: limited})) == "announced"
    assert judge(error, case, HALF.id, SUBJECT) == "finding"


def test_what_the_system_says_of_a_file_is_announced() -> None:
    assert judged("builtins:FileNotFoundError") == "announced"
    assert judged("builtins:OSError") == "finding"


def test_anything_else_that_a_plausible_argument_causes_is_a_finding() -> None:
    assert judged("builtins:ZeroDivisionError", 0) == "finding"


@pytest.mark.parametrize(
    "called",
    [replace(HALF, is_private=True), Callable("m:Items.__setstate__", "method", owner="m:Items")],
    ids=["private", "for pickle alone"],
)
def test_what_arguments_of_callables_for_known_callers_cause_is_misuse(called: Callable) -> None:
    case = Case((LiteralStatement(0, 0), CallStatement(1, called.id, None, (0,))))
    subject = Subject("m", "m.py", {called.id: called})
    fails = RaisedException("builtins:IndexError", "", explicit=False, in_subject=True)
    lacks = RaisedException("builtins:NameError", "name 'x' is not defined", explicit=False, in_subject=True)

    assert judge(fails, case, called.id, subject) == "misuse"
    assert judge(lacks, case, called.id, subject) == "finding"


def test_what_code_of_others_raises_by_itself_is_no_fault_of_the_subject() -> None:
    case = Case((CallStatement(0, "m:half", None, ()),))
    error = RaisedException("builtins:KeyError", "'a'", explicit=False, in_subject=False)
    other = Subject("m", "m.py", {HALF.id: replace(HALF, in_subject=False)})

    assert judge(error, case, "m:half", SUBJECT) == "misuse"
    assert judge(msgspec.structs.replace(error, in_subject=True), case, "m:half", other) == "misuse"


def test_what_a_double_may_have_caused_is_no_finding() -> None:
    """It answers with a text where the code gets something else from what it stands for."""
    placed = (
        LiteralStatement(0, "a"),
        DoubleStatement(1, answers=(Answer("()", 0),)),
        StateStatement(2, "m:read", 1),
    )
    case = Case((*placed, LiteralStatement(3, 1), CallStatement(4, "m:half", None, (3,))))
    error = RaisedException("builtins:AttributeError", "", explicit=False, in_subject=True)

    assert judge(error, case, "m:half", SUBJECT) == "misuse"
    assert judge(error, Case(case.statements[3:]), "m:half", SUBJECT) == "finding"


def test_a_loop_around_a_double_is_no_finding() -> None:
    """The exception ends it: code under test never gets it from what the double stands for."""
    assert judged("testloom_agent.doubles.making:Unanswered") == "misuse"


def test_what_handles_an_exception_of_a_double_may_be_at_fault() -> None:
    raising = DoubleStatement(1, answers=(Answer("()", 0, raises=True),))
    made = CallStatement(0, "builtins:ConnectionError", None, ())
    case = Case((made, raising, LiteralStatement(3, 1), CallStatement(4, "m:half", None, (3,))))
    error = RaisedException("builtins:AttributeError", "", explicit=False, in_subject=True)

    assert judge(error, case, "m:half", SUBJECT) == "finding"


@pytest.mark.parametrize(
    "message",
    [
        "I/O operation on closed file",
        "Cannot send a request, as the client has been closed.",
        "Cannot operate on a closed database.",
    ],
)
def test_what_the_test_has_closed_is_misuse(message: str) -> None:
    error = RaisedException("builtins:ValueError", message, False, in_subject=True)
    file = CallStatement(0, "io:StringIO", None, ())
    calling = CallStatement(2, "m:half", None, (0,))

    assert judge(error, Case((file, EnterStatement(1, 0), calling)), "m:half", SUBJECT) == "misuse"
    assert judge(error, Case((file, calling)), "m:half", SUBJECT) == "finding"


def test_a_word_alone_closes_nothing() -> None:
    error = RaisedException("builtins:KeyError", "'closed'", False, in_subject=True)
    calling = CallStatement(2, "m:half", None, (0,))

    case = Case((CallStatement(0, "io:StringIO", None, ()), EnterStatement(1, 0), calling))
    assert judge(error, case, "m:half", SUBJECT) == "finding"


def test_a_table_that_the_test_has_not_made_is_misuse() -> None:
    error = RaisedException("sqlite3:OperationalError", "no such table: coins", False, in_subject=True)

    case, subject = Case((CallStatement(2, "m:half", None, ()),)), replace(SUBJECT, capabilities=CAPABILITIES)

    assert judge(error, case, "m:half", subject) == "misuse"


@pytest.mark.parametrize("kind", ["sqlite3:ProgrammingError", "sqlalchemy.exc:InterfaceError"])
def test_a_value_that_no_column_holds_is_misuse(kind: str) -> None:
    said = "Error binding parameter 1: type 'dict' is not supported"
    case, subject = Case((CallStatement(2, "m:half", None, ()),)), replace(SUBJECT, capabilities=CAPABILITIES)

    assert judge(RaisedException(kind, said, False, in_subject=True), case, "m:half", subject) == "misuse"


def test_a_package_that_is_not_installed_is_no_fault() -> None:
    assert judged("builtins:ModuleNotFoundError") == "missing"


def test_what_an_argument_of_a_wrong_type_causes_is_misuse() -> None:
    assert judged("builtins:ValueError", "x") == "misuse"


@pytest.mark.parametrize(("kind", "judgement"), [("ValueError", "announced"), ("KeyError", "finding")])
def test_what_the_body_of_a_with_raises_may_pass_through(kind: str, judgement: str) -> None:
    made = (CallStatement(0, "m:half", None, ()), CallStatement(1, "builtins:ValueError", None, ()))
    error = RaisedException(f"builtins:{kind}", "", explicit=False, in_subject=True)
    assert judge(error, Case((*made, EnterStatement(2, 0, 1))), "m:half", SUBJECT) == judgement
