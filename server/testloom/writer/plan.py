"""What stands where in a test: which assertions follow which statement, and what gets a variable."""

from __future__ import annotations

import keyword
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from testloom.model.statements import AttributeStatement, CallStatement, InvokeStatement, Statement
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest, ExceptionAssertion, ValueAssertion
from testloom.writer.comparisons import comparisons
from testloom.writer.imports import AMBIGUOUS
from testloom.writer.needs import FIXTURES
from testloom.writer.usage import Usage, needs_variable, usages, variable_names


@dataclass(frozen=True, slots=True)
class Plan:
    """The statements of a test that are needed, by id, and the assertions that follow each.

    `raises` has the statement that raises; with `inline` a result that is asserted once stands in its
    assertion.
    """

    test: AssertedTest
    statements: Mapping[int, Statement]
    usages: Mapping[int, Usage]
    inline: bool
    after: dict[int, list[ValueAssertion]] = field(default_factory=dict)
    raises: dict[int, ExceptionAssertion] = field(default_factory=dict)

    @classmethod
    def of(cls, test: AssertedTest, subject: Subject, *, inline: bool) -> Plan:
        """The plan of a test."""
        statements = {entry.id: entry for entry in test.case.statements}
        plan = cls(test, statements, usages(test, subject), inline)
        needed = [entry.id for entry in test.case.statements if entry.id in plan.usages]
        for assertion in test.assertions:
            if isinstance(assertion, ExceptionAssertion):
                plan.raises[assertion.statement] = assertion
            else:
                after = assertion.after if assertion.after in needed else needed[-1]
                plan.after.setdefault(after, []).append(assertion)
        return plan

    def is_inlined(self, statement: Statement) -> bool:
        """Whether a result is written into the one assertion that follows it."""
        following = self.after.get(statement.id, [])
        if not self.inline or len(following) != 1 or following[0].statement != statement.id:
            return False
        usage = self.usages[statement.id]
        return not needs_variable(statement, usage) and len(comparisons(following[0], "x")) == 1

    def variables(self, subject: Subject, reserved: Collection[str]) -> dict[int, str]:
        """A name for every statement whose value needs a variable; none is `reserved`."""
        taken = set(reserved)
        names: dict[int, str] = {}
        for statement in self.test.case.statements:
            usage = self.usages.get(statement.id)
            if usage is not None and self._is_variable(statement, usage):
                names[statement.id] = _free_name(list(variable_names(statement, usage, subject)), taken)
                taken.add(names[statement.id])
        return names

    def _is_variable(self, statement: Statement, usage: Usage) -> bool:
        if needs_variable(statement, usage):
            return True
        is_result = isinstance(statement, CallStatement | AttributeStatement | InvokeStatement)
        return is_result and usage.asserted > 0 and not self.is_inlined(statement)


def _free_name(candidates: Sequence[str], taken: set[str]) -> str:
    usable = [name for name in candidates if name.isidentifier()] or ["value"]
    for form in ("{}", "other_{}", "{}_", "another_{}"):
        for name in usable:
            made = form.format(name)
            if not (made in taken or made in FIXTURES or made in AMBIGUOUS or keyword.iskeyword(made)):
                return made
    number = 2
    while f"{usable[0]}_{number}" in taken:
        number += 1
    return f"{usable[0]}_{number}"
