"""The environment as an input: what a test touched of it joins the test as statements that are bred, too.

After the idea of Arcuri, Fraser and Galeotti (Automated unit test generation for classes with environment
dependencies, ASE 2014): nothing of this costs anything until an execution says that it looked at a file, a
variable, the console, the clock, …
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random

from testloom.model.execution import Touch
from testloom.model.statements import (
    Answer,
    CollectionStatement,
    DoubleStatement,
    Statement,
    TestCase,
    decode_scalar,
)
from testloom.model.statements.environment import (
    MODULES,
    READINGS,
    AgeStatement,
    ArgumentsStatement,
    ChanceStatement,
    ClockStatement,
    ConsoleStatement,
    EnvironmentStatement,
    FactStatement,
    FailureStatement,
    FileStatement,
    PathStatement,
    StateStatement,
    VariableStatement,
)
from testloom.model.types import ANY, Scalar
from testloom.search.breeding.factory import TestFactory
from testloom.search.breeding.values.functions import EXCEPTIONS, raised
from testloom.search.inputs.command_lines import PROGRAM
from testloom.search.inputs.contents import (
    age,
    content,
    elapsed,
    file_name,
    line,
    lines,
    moment,
    packing,
    variable,
)
from testloom.search.inputs.facts import fact

MOST_LINES = 8
RAISED = 0.4
OF_EXCEPTIONS = ("Error", "Exception", "Failure", "Timeout")
"""How the names of exceptions end."""
LOOKED_UP = ("file", "folder", "listing")
LISTED = (1, 1, 1, 2, 3)
"""How many files there may be in a folder of which the names are asked for."""
ERRORS = {"EACCES": "Permission denied", "ENOSPC": "No space left on device", "EIO": "Input/output error"}
HANDLERS = frozenset({"builtins:OSError", "builtins:PermissionError", "builtins:Exception"})
"""What code handles that is ready for a system that refuses a file."""
THERE = 0.7
"""How often there is a file where a constant is pointed to."""


def surrounded(case: TestCase, touched: Iterable[Touch], factory: TestFactory) -> TestCase | None:
    """The test case with one more or another statement for something that it touched; None if there is none.

    A path that was listed gets a file in it.
    """
    touched = list(touched)
    made: list[tuple[Statement, ...]]
    made = [fresh for touch in touched for fresh in _fresh(touch, factory)]
    if factory.last_resort.has_doubles:
        made += [_doubled(touch[1], factory) for touch in touched if touch[0] == "seam"]
    if any(touch[0] in LOOKED_UP for touch in touched):
        made += [(failure,) for failure in _failures(factory)]
    if not made:
        return None
    return _with(case, factory.rng.choice(made))


def _failures(factory: TestFactory) -> list[FailureStatement]:
    """A way in which the system may keep the subject from its files, if it is ready for that."""
    subject, rng = factory.subject, factory.rng
    if not subject.accesses or HANDLERS.isdisjoint(subject.caught):
        return []
    error, text = rng.choice(list(ERRORS.items()))
    return [FailureStatement(factory.next_id(), rng.choice(subject.accesses), error, text)]


def replaced(case: TestCase, factory: TestFactory) -> TestCase | None:
    """The test case with a double for something imported that the subject calls, if there is such."""
    collaborators = factory.subject.collaborators
    return _replaced(case, factory.rng.choice(collaborators), factory) if collaborators else None


def _replaced(case: TestCase, path: str, factory: TestFactory) -> TestCase:
    return _with(case, _doubled(path, factory))


def replacing(case: TestCase, name: str, factory: TestFactory) -> Iterator[Callable[[], TestCase]]:
    """Ways to put a double where the subject calls something imported or inherited by its last name."""
    for path in factory.subject.collaborators:
        if path.rpartition(":")[2].rpartition(".")[2] == name:
            yield partial(_replaced, case, path, factory)


def defined(case: TestCase, name: str, factory: TestFactory) -> TestCase | None:
    """The test case with a double under a name that the subject could not import; None for other names.

    What is called like an exception is one.
    """
    path = f"{factory.subject.module}:{name}"
    if path not in factory.subject.undefined or not factory.last_resort.has_doubles:
        return None
    if not name.endswith(OF_EXCEPTIONS):
        return _replaced(case, path, factory)
    draft = factory.draft_of()
    kind = factory.reference(draft, factory.rng.choice(EXCEPTIONS))
    draft.add(StateStatement(factory.next_id(), path, kind))
    return _with(case, draft.statements)


def present(case: TestCase, factory: TestFactory) -> Iterator[Callable[[], TestCase]]:
    """Ways to put a double where the subject has None, as it does for a library that is not installed."""
    for path, value in factory.subject.state.items():
        if value is None and factory.last_resort.has_doubles:
            yield partial(_replaced, case, path, factory)


def provided(case: TestCase, name: str, factory: TestFactory) -> TestCase | None:
    """The test case with a double for a module that is not installed; None if there shall be none."""
    path = f"{MODULES}{name}"
    return _with(case, _doubled(path, factory)) if factory.last_resort.has_doubles else None


def tabled(case: TestCase, path: str, key: Scalar, factory: TestFactory) -> TestCase | None:
    """The test case with a mapping of the subject that has a key, and no other; None if the case sets it."""
    if any(isinstance(entry, StateStatement) and entry.path == path for entry in case.statements):
        return None
    draft = factory.draft_of()
    items = factory.literal(draft, key), factory.value(draft, ANY, depth=2)
    table = draft.add(CollectionStatement(factory.next_id(), "dict", items))
    draft.add(StateStatement(factory.next_id(), path, table))
    return _with(case, draft.statements)


def _doubled(path: str, factory: TestFactory) -> tuple[Statement, ...]:
    """A double where the subject looks a function up; it may raise what the subject handles."""
    draft = factory.draft_of()
    answers: tuple[Answer, ...] = ()
    if factory.subject.caught and factory.rng.random() < RAISED:
        answers = (Answer("()", raised(draft, factory), raises=True),)
    double = draft.add(DoubleStatement(factory.next_id(), answers=answers))
    draft.add(StateStatement(factory.next_id(), path, double))
    factory.learned.take_name(double, path.rpartition(":")[2].rpartition(".")[2])
    return tuple(draft.statements)


def stated(case: TestCase, factory: TestFactory) -> TestCase | None:
    """The test case with another value for a variable that the subject reads, if there is one."""
    subject = factory.subject
    free = [(path, value) for path, value in subject.state.items() if path not in subject.paths]
    if not free:
        return None
    path, value = factory.rng.choice(free)
    if value is None and factory.last_resort.doubles(factory.rng):
        return _with(case, _doubled(path, factory))
    draft = factory.draft_of()
    near = value is not None and factory.rng.random() < 0.6
    new = factory.values.neighbour(value) if near else factory.values.literal(_kind_of(value, factory.rng))
    draft.add(StateStatement(factory.next_id(), path, factory.literal(draft, new)))
    return _with(case, draft.statements)


def _with(case: TestCase, fresh: Sequence[Statement]) -> TestCase:
    """The test case behind fresh statements, the last of which takes the place of one about the same."""
    kept = [entry for entry in case.statements if not _replaces(fresh[-1], entry)]
    after = max((place for place, entry in enumerate(kept, 1) if _undoes(entry, fresh[-1])), default=0)
    return TestCase((*kept[:after], *fresh, *kept[after:]))


def _undoes(entry: Statement, new: Statement) -> bool:
    """Whether a statement has to stand before a new one, which would be in its way or be replaced by it."""
    if isinstance(new, FailureStatement):
        return isinstance(entry, EnvironmentStatement)
    return isinstance(new, FactStatement) and new.name == "isatty" and isinstance(entry, ConsoleStatement)


def _kind_of(value: Scalar, rng: Random) -> str:
    return rng.choice(("str", "int", "bool")) if value is None else type(value).__name__


def _replaces(new: Statement, old: Statement) -> bool:
    """Whether both are about the same piece of the environment."""
    if not (isinstance(new, EnvironmentStatement) and isinstance(old, EnvironmentStatement)):
        return False
    return new.piece == old.piece


def _fresh(touch: Touch, factory: TestFactory) -> Iterator[tuple[Statement, ...]]:
    """What may be put before a test that touched something; a constant often with what it leads to."""
    constants = factory.subject.paths if touch[0] in LOOKED_UP else {}
    leading = [(name, constant) for name, constant in constants.items() if constant.place(touch[1])]
    for name, constant in leading:
        kind, place = touch[0], constant.place(touch[1]) or ""
        target = place + touch[1][len(constant.value) + 1 :]
        is_there = kind != "folder" and factory.rng.random() < THERE
        files = _made((kind, target.rstrip("/")), factory) if is_there else ()
        yield (*files, PathStatement(factory.next_id(), name, place))
    if not leading and not touch[-1].startswith("/") and (made := tuple(_made(touch, factory))):
        yield made


def _made(touch: Touch, factory: TestFactory) -> Iterator[EnvironmentStatement]:
    values, rng = factory.values, factory.rng
    match touch:
        case ("file", path) if path not in (".", "~", "@"):
            yield _file(path, factory)
        case ("age", path) if path not in (".", "~", "@"):
            yield AgeStatement(factory.next_id(), path, age(values))
        case ("listing", folder):
            names = dict.fromkeys(file_name(values) for _ in range(rng.choice(LISTED)))
            for name in names:
                yield _file(name if folder == "." else f"{folder}/{name}", factory)
        case ("variable", name):
            yield VariableStatement(factory.next_id(), name, variable(values))
        case ("console",):
            yield ConsoleStatement(factory.next_id(), tuple(lines(values)))
        case ("arguments",):
            yield ArgumentsStatement(factory.next_id(), (PROGRAM, *factory.command_lines.words()))
        case ("clock", path, name):
            step = elapsed(values) if name in READINGS else 0.0
            yield ClockStatement(factory.next_id(), moment(values), ((path, name),), step)
        case ("chance",):
            yield ChanceStatement(factory.next_id(), rng.randrange(100))
        case ("fact", path, name, told):
            _, answer = json.loads(told)
            yield FactStatement(factory.next_id(), path, name, (fact(name, decode_scalar(answer), values),))
        case _:
            return


def _file(path: str, factory: TestFactory) -> FileStatement:
    kind, member = packing(factory.values)
    text = content(member or path, factory.values)
    if not isinstance(text, str):
        kind = member = ""
    return FileStatement(factory.next_id(), path, text, kind, member)


def changed(statement: EnvironmentStatement, factory: TestFactory) -> EnvironmentStatement:
    """The statement with another value."""
    values, rng = factory.values, factory.rng
    match statement:
        case FileStatement(path=path, content=text):
            near = isinstance(text, str) and rng.random() < 0.6
            fresh = _file(path, factory).replace(id=statement.id)
            return statement.replace(content=str(values.neighbour(text))) if near else fresh
        case VariableStatement(value=text):
            near = isinstance(text, str) and rng.random() < 0.4
            other = str(values.neighbour(text)).replace("\0", "") if near else variable(values)
            return statement.replace(value=other)
        case ConsoleStatement(lines=typed):
            return statement.replace(lines=_other_items(typed, lambda: line(values), rng))
        case ArgumentsStatement(values=(program, *rest)):
            words = factory.command_lines.words()
            more = _other_items(tuple(rest), lambda: (words or ["a"])[0], rng)
            anew = bool(factory.command_lines.parsers) and rng.random() < 0.5
            return statement.replace(values=(program, *(words if anew else more)))
        case ClockStatement() | AgeStatement():
            is_clock = isinstance(statement, ClockStatement)
            return statement.replace(seconds=moment(values) if is_clock else age(values))
        case ChanceStatement():
            return statement.replace(seed=rng.randrange(1000))
        case FactStatement(name=name, answers=(answer, *_)):
            return statement.replace(answers=(fact(name, answer, values),))
        case FailureStatement():
            error, text = rng.choice(list(ERRORS.items()))
            statement = statement.replace(error=error, text=text)
    return statement


def _other_items(items: tuple[str, ...], fresh: Callable[[], str], rng: Random) -> tuple[str, ...]:
    """One more, one less, or another."""
    draw = rng.random()
    place = rng.randrange(len(items) + 1)
    if not items or (draw < 0.4 and len(items) < MOST_LINES):
        return (*items[:place], fresh(), *items[place:])
    place = min(place, len(items) - 1)
    if draw < 0.6:
        return (*items[:place], *items[place + 1 :])
    return (*items[:place], fresh(), *items[place + 1 :])
