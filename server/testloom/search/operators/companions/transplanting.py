"""Transplanting: the values of a private call go into a test in which public code makes the same call.

Which of the test's values reaches the private call, and in what form, is not known: each is tried in the
place of each. A caller may take its values from an object or a text that it reads first, so that no
parameter is passed on as it is (`calling`). Texts may come from files and the rest of the environment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from testloom.model.statements import (
    AssignmentStatement,
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    Statement,
    TestCase,
    receiver_of,
    substitute,
)
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.subject import Subject
from testloom.search.minimisation.removal import without_unused
from testloom.search.providers.callables.given import arguments_of
from testloom.search.providers.environment import input_of
from testloom.search.providers.experience.last_resort import is_last_resort
from testloom.search.providers.knowledge import Knowledge

AGAIN = 0.4
"""The probability that another value is transplanted as well: a branch may depend on several."""
READ = 0.5
"""The probability that a text goes into the environment of the test, if it has any."""


def transplanted(
    case: TestCase, call: CallStatement, host: TestCase, knowledge: Knowledge
) -> TestCase | None:
    """Put values of a private call of a test case in the place of values of the `host`.

    Texts also go into the files and the rest of the environment that it prepares. Returns None if the call
    has no value that needs no last resort, or the host no place for it.
    """
    values = [
        steps
        for _, _, value in arguments_of(call, knowledge.subject)
        if not is_last_resort(TestCase(steps := tuple(_steps_to(value, case))))
    ]
    changed = None
    while changed is None or knowledge.rng.random() < AGAIN:
        base = changed or host
        places = list(_places(base))
        read = list(_read(base, values, knowledge.subject))
        if read and (not places or knowledge.rng.random() < READ):
            changed = knowledge.rng.choice(read)
            continue
        if not (values and places):
            break
        changed = _with_value(base, *knowledge.rng.choice(places), knowledge.rng.choice(values), knowledge)
    return changed


def _steps_to(value: int, case: TestCase) -> Iterator[Statement]:
    """The statements that make a value, itself the last."""
    wanted = {value}
    for statement in reversed(case.statements):
        if statement.id in wanted:
            wanted.update(statement.references)
    return (statement for statement in case.statements if statement.id in wanted)


def _places(host: TestCase) -> Iterator[tuple[int, int]]:
    """Where the test uses a value other than as the object that it asks: the statement, and the value."""
    for place, statement in enumerate(host.statements):
        asked = receiver_of(statement)
        if isinstance(statement, CallStatement | CollectionStatement | AssignmentStatement):
            yield from ((place, value) for value in statement.references if value != asked)


def _read(host: TestCase, values: Iterable[Sequence[Statement]], subject: Subject) -> Iterator[TestCase]:
    """The host with a text among the values in what it prepares to be read."""
    made = (steps[-1] for steps in values)
    texts = [s.value for s in made if isinstance(s, LiteralStatement) and isinstance(s.value, str | bytes)]
    for place, statement in enumerate(host.statements) if texts else ():
        if isinstance(statement, EnvironmentStatement):
            for other in input_of(statement, subject).rewritten(statement, partial(_told, texts=texts)):
                yield host.replaced(place, other)


def _told(held: Any, texts: Iterable[str | bytes]) -> Iterator[str | bytes]:
    """The texts, also each as a line of what was held."""
    lines = held.split("\n") if isinstance(held, str) and "\n" in held else []
    for text in texts:
        yield text
        if isinstance(text, str):
            yield from ("\n".join([*lines[:n], text, *lines[n + 1 :]]) for n in range(len(lines)))


def _with_value(
    host: TestCase, place: int, value: int, steps: Sequence[Statement], knowledge: Knowledge
) -> TestCase:
    """The host with another value in the place of one that a statement uses."""
    ids = {statement.id: knowledge.next_id() for statement in steps}
    made = (substitute(statement, ids) for statement in steps)
    using = substitute(host.statements[place], {value: ids[steps[-1].id]})
    return without_unused(TestCase((*host.statements[:place], *made, using, *host.statements[place + 1 :])))
