"""Invocations of commands of command-line applications through a runner."""

from __future__ import annotations

from collections.abc import Collection

from testloom.model.statements import (
    CallStatement,
    CommandStatement,
    TestCase,
)
from testloom.model.subject import Callable, Subject
from testloom.model.types import ANY, TypeRef
from testloom.search.providers.arguments import arguments
from testloom.search.providers.builder import Builder
from testloom.search.providers.indirect import Caller, IndirectCalls
from testloom.search.providers.successes import REPEATED, Successes, plain_values, repeated


class Runner(Caller):
    """Invokes commands, reusing arguments of the commands in successful tests."""

    def __init__(self) -> None:
        self._successes = Successes()

    def note_success(self, case: TestCase) -> None:
        """Learn what commands of a test were given, unless it has changed the environment."""
        if (plain := plain_values(case)) is None:
            return
        for statement in case.statements:
            if isinstance(statement, CommandStatement):
                self._successes.note(statement, statement.given.values(), plain)

    def call(self, builder: Builder, called: Callable, receiver: int | None) -> int:
        """Append a command, and a runner unless the test has one."""
        command = called.command
        assert command is not None
        calls = (s for s in builder.draft.statements if isinstance(s, CallStatement))
        runner = next((call.id for call in calls if call.callable == command.runner), None)
        if runner is None:
            made = CallStatement(builder.next_id(), command.runner)
            runner = builder.add(made, TypeRef(command.runner))
        known = self._successes.of(called.id)
        if known and builder.rng.random() < REPEATED:
            return repeated(builder, builder.rng.choice(known), runner)
        args, kwargs = arguments(builder, called)
        named = tuple(kwargs.items())
        return builder.add(
            CommandStatement(builder.next_id(), called.id, runner, tuple(args), named, command), ANY
        )


class Commands(IndirectCalls):
    """Commands as callables that are reached indirectly, by command lines."""

    kinds = (CommandStatement,)

    def reaches(self, called: Callable) -> bool:
        """Check whether a callable is a command of a command-line application."""
        return called.command is not None and not called.command.is_management

    def caller(self) -> Runner:
        """Make a runner that knows nothing yet."""
        return Runner()

    def calls(self, subject: Subject) -> Collection[str]:
        """Collect the paths of the classes that make runners."""
        reached = filter(self.reaches, subject.callables.values())
        return {called.command.runner for called in reached if called.command is not None}

    def current(self, statement: CallStatement, called: Callable) -> CallStatement:
        """Update the command of a statement to its current definition."""
        return statement.replace(command=called.command)
