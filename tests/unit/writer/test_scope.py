from __future__ import annotations

from testloom.writer.imports.bindings import Bindings, Imports
from testloom.writer.planning.needs import Needs, Skip
from testloom.writer.planning.plan import Plan
from testloom.writer.planning.scope import CaseScope, Context

from .building import MODULE, STYLE, SUBJECT, Case


def scope_of(case: Case) -> CaseScope:
    test = case.done("test")
    context = Context(SUBJECT, Imports.decide([], Bindings(), MODULE), STYLE, frozenset())
    return CaseScope(Plan.of(test, SUBJECT, inline=True), context)


def test_what_is_needed_twice_is_asked_for_once() -> None:
    scope = scope_of(Case("echo"))

    for name in ("tmp_path", "monkeypatch", "tmp_path"):
        assert scope.fixture(name) == name
    for _ in range(2):
        scope.skip_if("sys.platform == 'win32'", "Windows has no fork.")

    skip = Skip("sys.platform == 'win32'", "Windows has no fork.")
    assert scope.needs == Needs(("tmp_path", "monkeypatch"), (skip,))


def test_a_literal_within_frozen_is_no_slot() -> None:
    scope = scope_of(Case("echo"))

    with scope.frozen():
        assert scope.slot("1", "value", "input") == "1"

    assert scope.slots == []
