"""What is decided about a test before it is written."""

from __future__ import annotations

from testloom.model.suite import AssertedTest
from testloom.writer.imports.bindings import Bindings, Imports
from testloom.writer.layout.case import CaseLayout, Context, decide
from testloom.writer.layout.mentions import needed_paths
from testloom.writer.rendering.bodies import write_case

from .building import MODULE, STYLE, SUBJECT, Case


def context_of(test: AssertedTest) -> Context:
    return Context(
        SUBJECT, Imports.decide(set(needed_paths(test, SUBJECT)), Bindings(), MODULE), STYLE, frozenset()
    )


def layout_of(case: Case, *, inline: bool = True) -> CaseLayout:
    test = case.done("test")
    return decide(test, context_of(test), inline=inline)


def test_a_value_that_is_used_once_is_written_there_and_a_result_in_its_assertion() -> None:
    layout = layout_of(greeting())

    assert layout.forms == {0: "value", 1: "assertion"}
    assert layout.variables == {}


def test_a_result_that_does_not_fit_into_its_assertion_has_a_variable() -> None:
    layout = layout_of(greeting(), inline=False)

    assert layout.forms == {0: "value", 1: "variable"}
    assert set(layout.variables) == {1}


def test_an_exception_is_made_where_it_is_raised() -> None:
    case = Case("opened")
    manager = case.call("opened", 1)
    error = case.call("InsufficientFunds", "no")
    case.enter(manager, error)

    layout = layout_of(case)

    assert layout.forms[error.id] == "error"
    assert layout.forms[manager.id] == "manager"


def test_writing_a_test_leaves_nothing_behind() -> None:
    test = greeting().done("test")
    context = context_of(test)

    written = [write_case(test, context, inline=inline) for inline in (True, False, True)]

    assert written[0] == written[2]
    assert context == context_of(test)


def greeting() -> Case:
    case = Case("echo")
    case.call("echo", "hello")
    return case.equals("hello")
