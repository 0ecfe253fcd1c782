"""The layout of a test: where its values are written, their names, and the order of assertions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from testloom.model.observed import is_none
from testloom.model.statements import (
    AttributeStatement,
    CallStatement,
    EnterStatement,
    InvokeStatement,
    Statement,
    by_hand,
)
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.subject import Subject
from testloom.model.suite import (
    AssertedTest,
    Assertion,
    ExceptionAssertion,
    FileAssertion,
    LogAssertion,
    OutputAssertion,
    StateAssertion,
    ValueAssertion,
    WarningAssertion,
)
from testloom.writer.imports.bindings import Imports
from testloom.writer.layout.drives import drive_of
from testloom.writer.layout.opening import Opening, opening_of
from testloom.writer.layout.usage import Form, Usage, form_of, usages
from testloom.writer.layout.variables import variables_of
from testloom.writer.project.style import ProjectStyle
from testloom.writer.values.comparisons import comparisons

YIELDING = (CallStatement, AttributeStatement, InvokeStatement)
Following: TypeAlias = ValueAssertion | OutputAssertion | LogAssertion | FileAssertion | StateAssertion


@dataclass(frozen=True, slots=True)
class Context:
    """The shared context of all tests of a file; `reserved` are names that no variable may take."""

    subject: Subject
    imports: Imports
    style: ProjectStyle
    reserved: frozenset[str]

    @property
    def width(self) -> int:
        """How long a string may be before it is split."""
        return max(40, self.style.line_length - 24)


@dataclass(frozen=True, slots=True)
class CaseLayout:
    """All decisions about a test before its first line is written.

    Attributes:
        test: the test, without redundant assertions.
        statements: the statements of the test case, by id.
        usages: how the values of needed statements are used.
        after: the assertions that follow a statement.
        raises: the statement that raises, with its assertion.
        warns: the statements that warn, with their assertions.
        inlined: the results that are written within their assertion.
        variables: the name of each value that has a variable.
        forms: where each value is written.
        openings: the values that the test has to close, by the statements that open them.
        managed: the statements that open what a `with` closes.
        by_hand: the calls that enter and leave an object in place of a `with`.
        drives: how calls whose results are not their values are run to their ends.
        is_asynchronous: whether the test awaits something in its body.
    """

    test: AssertedTest
    statements: Mapping[int, Statement]
    usages: Mapping[int, Usage]
    after: Mapping[int, Sequence[Following]]
    raises: Mapping[int, ExceptionAssertion]
    warns: Mapping[int, WarningAssertion]
    inlined: Mapping[int, ValueAssertion]
    variables: Mapping[int, str]
    forms: Mapping[int, Form]
    openings: Mapping[int, Opening]
    managed: frozenset[int]
    by_hand: frozenset[int]
    drives: Mapping[int, str]
    is_asynchronous: bool


def decide(test: AssertedTest, context: Context, *, inline: bool) -> CaseLayout:
    """Decide about a test; with `inline` a result that is asserted once stands in its assertion.

    Raises:
        UnwritableError: if a value can neither be compared nor told.
    """
    subject = context.subject
    statements = {entry.id: entry for entry in test.case.statements}
    said = tuple(entry for entry in test.assertions if not _goes_without_saying(entry, statements))
    test = replace(test, assertions=said)
    used = usages(test, subject)
    needed = [entry for entry in test.case.statements if entry.id in used]
    after = _after(said, [entry.id for entry in needed])
    warns = {entry.statement: entry for entry in said if isinstance(entry, WarningAssertion)}
    may_inline = inline and not any(isinstance(s, EnvironmentStatement) and s.encloses for s in needed)
    openings = _openings(needed, subject)
    forms = {s.id: _held(form_of(s, used[s.id]), s.id in openings) for s in needed}
    inlined = _inlined(forms, after, {*warns, *openings}) if may_inline else {}
    forms = {s.id: _settled(s, forms[s.id], used[s.id], inlined) for s in needed}
    named = [s for s in needed if forms[s.id] == "variable"]
    variables = variables_of(named, statements, used, subject, context.reserved | context.imports.taken)
    drives = {**_drives(needed, statements, subject), **{id: how for id, how in test.driven if id in used}}
    return CaseLayout(
        test=test,
        statements=statements,
        usages=used,
        after=after,
        raises={entry.statement: entry for entry in said if isinstance(entry, ExceptionAssertion)},
        warns=warns,
        inlined=inlined,
        variables=variables,
        forms=forms,
        openings=openings,
        managed=frozenset(id for id, opening in openings.items() if _is_managed(opening, forms[id])),
        by_hand=by_hand(test.case.statements),
        drives=drives,
        is_asynchronous=_is_asynchronous(needed, drives.values(), context.style),
    )


def _after(assertions: Iterable[Assertion], needed: Sequence[int]) -> dict[int, list[Following]]:
    """The assertions written after each statement, by its id: all but those on exceptions and warnings."""
    found: dict[int, list[Following]] = {}
    for assertion in assertions:
        if not isinstance(assertion, ExceptionAssertion | WarningAssertion):
            after = assertion.after if assertion.after in needed else needed[-1]
            found.setdefault(after, []).append(assertion)
    return found


def _inlined(
    forms: Mapping[int, Form], after: Mapping[int, Iterable[Following]], apart: Collection[int]
) -> dict[int, ValueAssertion]:
    """The assertions that contain their result, by its statement: it needs no variable and is asserted once.

    Those `apart`, which warn or open something, have their assertions on lines of their own.
    """
    candidates = (id for id, form in forms.items() if form != "variable" and id not in apart)
    found = {id: _only_assertion(after.get(id, ()), id) for id in candidates}
    return {id: assertion for id, assertion in found.items() if assertion is not None}


def _only_assertion(following: Iterable[Following], statement: int) -> ValueAssertion | None:
    """The one assertion about a result, if it takes one line."""
    values = [entry for entry in following if isinstance(entry, ValueAssertion)]
    if len(values) != 1 or values[0].statement != statement:
        return None
    return values[0] if len(comparisons(values[0], "x")) == 1 else None


def _settled(statement: Statement, form: Form, usage: Usage, inlined: Collection[int]) -> Form:
    """The final form of a value: within its assertion, else in a variable if it is asserted."""
    if statement.id in inlined:
        return "assertion"
    is_asserted = usage.asserted > 0 and isinstance(statement, YIELDING)
    return "variable" if is_asserted else form


def _openings(needed: Iterable[Statement], subject: Subject) -> dict[int, Opening]:
    found = {statement.id: opening_of(statement, subject) for statement in needed}
    return {id: opening for id, opening in found.items() if opening is not None}


def _held(form: Form, is_opened: bool) -> Form:
    """The form of a value: a variable if it has to be closed, unless a `with` enters it."""
    return "variable" if is_opened and form in ("chain", "value", "error") else form


def _is_managed(opening: Opening, form: Form) -> bool:
    """Whether an opened value gets a `with` of its own: no method closes it, and nothing else enters it."""
    return not opening.finalizer and form in ("line", "variable")


def _drives(
    needed: Iterable[Statement], statements: Mapping[int, Statement], subject: Subject
) -> dict[int, str]:
    found = {statement.id: drive_of(statement, statements, subject) for statement in needed}
    return {id: drive for id, drive in found.items() if drive is not None}


def _is_asynchronous(statements: Iterable[Statement], drives: Collection[str], style: ProjectStyle) -> bool:
    """Whether the body needs a running loop, or has coroutines and the project's tests await these."""
    is_within = any(isinstance(entry, EnvironmentStatement) and entry.is_asynchronous for entry in statements)
    needs_loop = is_within or any(drive.startswith("asynchronous") for drive in drives)
    return needs_loop or (style.asynchronous != "run" and "coroutine" in drives)


def _goes_without_saying(assertion: Assertion, statements: Mapping[int, Statement]) -> bool:
    """Whether an assertion says that a manager which suppresses an exception yields None."""
    if not isinstance(assertion, ValueAssertion) or assertion.attribute is not None:
        return False
    entered = statements.get(assertion.statement)
    suppresses = isinstance(entered, EnterStatement) and entered.error is not None
    return suppresses and is_none(assertion.expected)
