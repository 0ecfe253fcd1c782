"""Invocations of commands of command-line applications through a runner."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    CommandStatement,
    LiteralStatement,
    Statement,
    TestCase,
)
from testloom.model.statements.commands import WORDS
from testloom.model.subject import Callable, Subject
from testloom.model.types import ANY, Scalar, TypeRef
from testloom.search.providers.arguments import arguments
from testloom.search.providers.builder import Builder
from testloom.search.providers.indirect import Caller, IndirectCalls
from testloom.search.providers.successes import REPEATED, Successes, plain_values, repeated

LED = 0.3
"""How often the first command of a test follows another one, such as one that adds what it removes."""
ALIKE = 0.6
"""How often a word is one that the command before was given."""


class Runner(Caller):
    """Invokes commands, reusing arguments of the commands in successful tests.

    A command may need another one before it, with some of the same words.
    """

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
        led = self._successes.of_others(called.id) if runner is None and builder.rng.random() < LED else ()
        if runner is None:
            made = CallStatement(builder.next_id(), command.runner)
            runner = builder.add(made, TypeRef(command.runner))
        if led:
            repeated(builder, builder.rng.choice(led), runner)
        known = self._successes.of(called.id)
        if known and builder.rng.random() < REPEATED:
            return repeated(builder, builder.rng.choice(known), runner)
        before = list(builder.draft.statements)
        args, kwargs = arguments(builder, called)
        if led:
            _share_words(builder, before)
        named = tuple(kwargs.items())
        return builder.add(
            CommandStatement(builder.next_id(), called.id, runner, tuple(args), named, command), ANY
        )


def _share_words(builder: Builder, before: Sequence[Statement]) -> None:
    """Replace words that have just been made with words of the command before, at times."""
    statements, known = builder.draft.statements, _words_given(before)
    for index in range(len(before), len(statements)):
        word = statements[index]
        if known and _is_word(word) and builder.rng.random() < ALIKE:
            statements[index] = LiteralStatement(word.id, builder.rng.choice(known))


def _words_given(statements: Sequence[Statement]) -> Sequence[Scalar]:
    """Collect the words of the commands among some statements, without options."""
    held = {s.id: s.items for s in statements if isinstance(s, CollectionStatement)}
    lines = [s.given.get(WORDS) for s in statements if isinstance(s, CommandStatement)]
    given = {item for line in lines if line is not None for item in held.get(line, ())}
    return [s.value for s in statements if isinstance(s, LiteralStatement) and s.id in given and _is_word(s)]


def _is_word(statement: Statement) -> bool:
    value = statement.value if isinstance(statement, LiteralStatement) else None
    return isinstance(value, str) and not value.startswith("-")


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
