"""What stands where in a test: which assertions follow which statement, and what gets a variable."""

from __future__ import annotations

import keyword
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from testloom.model.observed import is_none
from testloom.model.statements import (
    AttributeStatement,
    CallStatement,
    ClassStatement,
    EnterStatement,
    InvokeStatement,
    MakeStatement,
    Member,
    Statement,
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
from testloom.model.texts.names import is_name
from testloom.writer.imports.bindings import AMBIGUOUS, BUILTINS
from testloom.writer.planning.managers import drive_of
from testloom.writer.planning.needs import FIXTURES
from testloom.writer.planning.spelling import snake
from testloom.writer.planning.usage import Usage, needs_variable, usages, variable_names
from testloom.writer.values.comparisons import comparisons

GENERIC = frozenset({"result", "value", "function", "manager", "entered", "items", "values", "mapping"})
"""Names that say nothing about the value, taken only where nothing else is known."""
_NAMED_APART = re.compile(r"^(Custom|Other|Another)(?=[A-Z])|\d+$")
Following: TypeAlias = ValueAssertion | OutputAssertion | LogAssertion | FileAssertion | StateAssertion


@dataclass(frozen=True, slots=True)
class Plan:
    """The statements of a test that are needed, by id, and the assertions that follow each.

    `raises` has the statement that raises, `warns` those that warn; with `inline` a result that is
    asserted once stands in its assertion.
    """

    test: AssertedTest
    statements: Mapping[int, Statement]
    usages: Mapping[int, Usage]
    inline: bool
    after: dict[int, list[Following]] = field(default_factory=dict)
    raises: dict[int, ExceptionAssertion] = field(default_factory=dict)
    warns: dict[int, WarningAssertion] = field(default_factory=dict)

    @classmethod
    def of(cls, test: AssertedTest, subject: Subject, *, inline: bool) -> Plan:
        """The plan of a test."""
        statements = {entry.id: entry for entry in test.case.statements}
        said = tuple(entry for entry in test.assertions if not _goes_without_saying(entry, statements))
        test = replace(test, assertions=said)
        plan = cls(test, statements, usages(test, subject), inline)
        needed = [entry.id for entry in test.case.statements if entry.id in plan.usages]
        for assertion in test.assertions:
            if isinstance(assertion, ExceptionAssertion):
                plan.raises[assertion.statement] = assertion
            elif isinstance(assertion, WarningAssertion):
                plan.warns[assertion.statement] = assertion
                plan.usages[assertion.statement].chained = False
            else:
                after = assertion.after if assertion.after in needed else needed[-1]
                plan.after.setdefault(after, []).append(assertion)
        return plan

    def inlined(self, statement: Statement) -> ValueAssertion | None:
        """The one assertion about a result, if the result is written into it."""
        following = self.after.get(statement.id, [])
        values = [entry for entry in following if isinstance(entry, ValueAssertion)]
        if not self.inline or self._joins or len(values) != 1 or values[0].statement != statement.id:
            return None
        usage = self.usages[statement.id]
        if statement.id in self.warns or needs_variable(statement, usage):
            return None
        return values[0] if len(comparisons(values[0], "x")) == 1 else None

    @property
    def _joins(self) -> bool:
        """Whether the test waits for threads before it asserts anything."""
        around = (s for s in self.statements.values() if isinstance(s, EnvironmentStatement))
        return any(statement.encloses for statement in around)

    def drives(self, subject: Subject) -> dict[int, str]:
        """How the calls of coroutines and generators, and asynchronous managers, are run to their ends."""
        found = {id: drive_of(self.statements[id], self.statements, subject) for id in self.usages}
        named = {id: drive for id, drive in self.test.driven if id in self.usages}
        return {**{id: drive for id, drive in found.items() if drive is not None}, **named}

    def variables(self, subject: Subject, reserved: Collection[str]) -> dict[int, str]:
        """A name for every statement whose value needs a variable; none is `reserved`."""
        said = {member.name for s in self.statements.values() for member in _members(s)}
        reserved = {*reserved, *said}
        taken = set(reserved)
        names: dict[int, str] = {}
        for statement in self.test.case.statements:
            usage = self.usages.get(statement.id)
            if isinstance(statement, ClassStatement):
                names[statement.id] = statement.name
                taken.add(statement.name)
            elif usage is not None and self._is_variable(statement, usage):
                candidates = [*self._after_class(statement), *variable_names(statement, usage, subject)]
                names[statement.id] = _free_name(candidates, taken, reserved)
                taken.add(names[statement.id])
        return names

    def _after_class(self, statement: Statement) -> Iterator[str]:
        """What an instance of a class of the test is called: `figure` if that is `CustomFigure`."""
        if isinstance(statement, MakeStatement):
            kind = self.statements.get(statement.receiver or 0)
            name = kind.name if isinstance(kind, ClassStatement) else ""
            yield snake(_NAMED_APART.sub("", name))

    def _is_variable(self, statement: Statement, usage: Usage) -> bool:
        if needs_variable(statement, usage):
            return True
        is_result = isinstance(statement, CallStatement | AttributeStatement | InvokeStatement)
        return is_result and usage.asserted > 0 and self.inlined(statement) is None


def _members(statement: Statement) -> Sequence[Member]:
    """What a class of the test says: in its body, the same name for a variable would be another thing."""
    return statement.members if isinstance(statement, ClassStatement) else ()


def _goes_without_saying(assertion: Assertion, statements: Mapping[int, Statement]) -> bool:
    """Whether an assertion says that a manager yields None which is there to suppress an exception."""
    if not isinstance(assertion, ValueAssertion) or assertion.attribute is not None:
        return False
    entered = statements.get(assertion.statement)
    suppresses = isinstance(entered, EnterStatement) and entered.error is not None
    return suppresses and is_none(assertion.expected)


def _free_name(candidates: Sequence[str], taken: set[str], reserved: Collection[str]) -> str:
    """The first name that is free, in a form that says why it is not plain.

    `range_` is a built-in name, `other_account` the second of its kind, `the_account` one beside a module or
    function that is called so.
    """
    named = [name for name in candidates if is_name(name) or keyword.iskeyword(name)] or ["value"]
    usable = [name for name in named if name not in GENERIC] or named
    usable = [f"the_{name}" if name in reserved else name for name in usable]
    for form in ("{}", "other_{}", "another_{}"):
        for name in usable:
            is_builtin = name in BUILTINS or keyword.iskeyword(name)
            made = form.format(f"{name}_" if is_builtin and form == "{}" else name)
            if not (made in taken or made in FIXTURES or made in AMBIGUOUS or keyword.iskeyword(made)):
                return made
    number = 2
    while f"{usable[0]}_{number}" in taken:
        number += 1
    return f"{usable[0]}_{number}"
