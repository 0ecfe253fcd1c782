"""Calls of the subject, with everything that they need."""

from __future__ import annotations

from testloom.model.statements import AttributeStatement, CallStatement, TestCase
from testloom.model.subject import Callable, Subject
from testloom.search.providers.arguments import arguments
from testloom.search.providers.builder import Builder
from testloom.search.providers.classes import definitions
from testloom.search.providers.indirect import Caller, IndirectCalls


class Calls:
    """Makes calls of the subject, or reaches callables indirectly that tests do not call."""

    def __init__(self, subject: Subject) -> None:
        self._ways = [(way, way.caller()) for way in subject.capabilities.of(IndirectCalls)]

    def add(self, called: Callable, builder: Builder, receiver: int | None) -> int:
        """Append a call; what it needs is made, and a receiver unless it is given, too."""
        if (caller := self._caller_of(called)) is not None:
            return caller.call(builder, called, receiver)
        if called.kind == "function":
            receiver = None
        if receiver is None and (made := definitions.by_definition(builder, called)) is not None:
            return made
        if receiver is None and called.kind in ("method", "property"):
            receiver = builder.within().receiver(called.owner or "")
        elif (
            receiver is None
            and called.kind == "classmethod"
            and builder.knowledge.last_resort.defines_classes
        ):
            receiver = definitions.class_asked(builder, called.owner or "")
        if called.kind == "property" and receiver is not None:
            return builder.add(AttributeStatement(builder.next_id(), receiver, called.name), called.returns)
        args, kwargs = arguments(builder, called)
        if called.is_private:
            args = [builder.something(value) for value in args]
            kwargs = {name: builder.something(value) for name, value in kwargs.items()}
        statement = CallStatement(builder.next_id(), called.id, receiver, tuple(args), tuple(kwargs.items()))
        return builder.add(statement, builder.knowledge.returned(called.id))

    def note_success(self, case: TestCase) -> None:
        """Learn from a test that covers what none did before."""
        for _, caller in self._ways:
            caller.note_success(case)

    def _caller_of(self, called: Callable) -> Caller | None:
        """What reaches a callable; None if tests call it."""
        return next((caller for way, caller in self._ways if way.reaches(called)), None)
