"""The callable that a test is about."""

from __future__ import annotations

from testloom.model.statements import (
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    ClassStatement,
    EnterStatement,
    InvokeStatement,
    MakeStatement,
    ReferenceStatement,
    TestCase,
)
from testloom.model.subject import Subject
from testloom.search.chromosome import Chromosome
from testloom.search.goals.distances import LOCAL
from testloom.search.providers.provider import provider_of

INIT_SUBCLASS = "__init_subclass__"


def subject_of(case: TestCase, subject: Subject) -> str:
    """Find the id of the callable that a test is about: its last call, or the property used last.

    Calls that only make or fill a value of a provider are skipped.
    """
    made_by = {s.id: s.callable for s in case.statements if isinstance(s, CallStatement)}
    for statement in reversed(case.statements):
        if isinstance(statement, CallStatement):
            path = statement.callable
            if path in subject.callables or provider_of(path, subject) is None:
                return path
            continue
        if isinstance(statement, ClassStatement) and (found := definition_of(statement, subject)):
            return found
        if isinstance(statement, InvokeStatement | EnterStatement):
            source = statement.function if isinstance(statement, InvokeStatement) else statement.source
            maker = _maker(case, source)
            method = f"{maker}.{'__call__' if isinstance(statement, InvokeStatement) else '__enter__'}"
            return method if method in subject.callables else maker
        if isinstance(statement, AttributeStatement | AssignmentStatement):
            maker = made_by.get(statement.source, "")
            found = _descriptor(statement, case, subject) or _property(statement.name, maker, subject)
            if found:
                return found
    return ""


def definition_of(statement: ClassStatement, subject: Subject) -> str:
    """Find the hook that defining a class calls, by the metaclass or by the bases; "" if there is none."""
    metaclasses = [subject.classes[base].metaclass for base in statement.bases if base in subject.classes]
    hooks = (statement.metaclass, *(f"{base}.{INIT_SUBCLASS}" for base in statement.bases), *metaclasses)
    return next((hook for hook in hooks if hook in subject.callables), "")


def _maker(case: TestCase, source: int) -> str:
    """The callable whose result is invoked or entered, or holds what is: in an attribute, or under a key."""
    known = {statement.id: statement for statement in case.statements}
    while True:
        match known[source]:
            case AttributeStatement(source=source) | InvokeStatement(function=source):
                continue
            case CallStatement(callable=path, receiver=int(receiver)) if path.endswith(".__getitem__"):
                source = receiver
            case CallStatement(callable=path):
                return path
            case _:
                return ""


def conditions_met(chromosome: Chromosome, callable_id: str, subject: Subject) -> tuple[str, ...]:
    """List the outcomes of the conditions in a callable's own code that a test saw, in source order.

    Where a test calls a returned function, conditions in functions that the callable defines are among
    them.
    """
    known = subject.callables.get(callable_id)
    if known is None:
        return ()
    code = known.code
    is_returned = any(isinstance(statement, InvokeStatement) for statement in chromosome.case.statements[-1:])
    inner = (f"{code}{LOCAL}",) if is_returned else ()
    probes = [
        probe
        for probe in subject.probes
        if (probe.code == code or probe.code.startswith(inner)) and probe.index in chromosome.hits
    ]
    return tuple(dict.fromkeys(probe.label for probe in probes if probe.kind == "branch"))


def _descriptor(used: AttributeStatement | AssignmentStatement, case: TestCase, subject: Subject) -> str:
    """The method of a descriptor that runs when an attribute of a class of the test is used, or its maker."""
    known = {statement.id: statement for statement in case.statements}
    source = known[used.source]
    kind = known[source.references[0]] if isinstance(source, MakeStatement) else source
    for member in kind.members if isinstance(kind, ClassStatement) else ():
        decorating = member.value if member.decorator is None else member.decorator
        made = None if decorating is None else known[decorating]
        if member.name == used.name and isinstance(made, CallStatement | ReferenceStatement):
            maker = made.callable if isinstance(made, CallStatement) else made.path
            method = f"{maker}.{'__get__' if isinstance(used, AttributeStatement) else '__set__'}"
            return next((path for path in (method, maker) if path in subject.callables), "")
    return ""


def _property(name: str, maker: str, subject: Subject) -> str:
    """The property of that name, of the class that the maker makes where there are several."""
    known = subject.callables.get(maker)
    owner = "" if known is None else maker if known.kind == "constructor" else known.returns.name
    found = [entry for entry in subject.callables.values() if entry.kind == "property" and entry.name == name]
    found.sort(key=lambda entry: entry.owner != owner)
    return found[0].id if found else ""
