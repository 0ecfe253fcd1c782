"""Exception-guided repair: what an error says is missing from a test is put there.

A KeyError names the key to add, to a dictionary or to a file, an IndexError asks for one item more, a
TypeError or an AttributeError names the type that did not fit, a ValueError shows the text that could not be
read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from keyword import iskeyword

from testloom.model.execution import RaisedException
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    DoubleStatement,
    InvokeStatement,
    LiteralStatement,
    TestCase,
)
from testloom.model.subject import Parameter
from testloom.model.texts.trees import literal_of
from testloom.model.types import ANY, Scalar, TypeRef
from testloom.search.breeding.companions.preparing import preparing
from testloom.search.breeding.factory import TestFactory
from testloom.search.breeding.replacing import defined, present, provided, replacing, tabled
from testloom.search.directed.awaiting import awaiting
from testloom.search.directed.command_lines import obeyed
from testloom.search.directed.entries import with_entry
from testloom.search.directed.keywords import takes_any_keyword, with_keyword
from testloom.search.directed.lacking import (
    OBJECT,
    SINGLE,
    answered,
    answering,
    assigning,
    filling,
    missing_of,
    offering,
    supplying,
)
from testloom.search.directed.members import completing, declaring
from testloom.search.directed.retyping import exchanged
from testloom.search.directed.steps import Guide, Step
from testloom.search.inputs.plausibility import types_with

MOST_ARGUMENTS = 6
READABLE: Mapping[str, str] = {
    "invalid literal for int() with base": "12",
    "could not convert string to float": "1.5",
    "Invalid isoformat string": "2024-01-02",
}
"""How the errors of readers of text begin, and what they read."""
OPERATIONS: Mapping[str, str] = {
    "not subscriptable": "__getitem__",
    "item assignment": "__setitem__",
    "not iterable": "__iter__",
    "not an iterator": "__next__",
    "has no len": "__len__",
    "context manager": "__enter__",
    "is not reversible": "__reversed__",
}
"""What a TypeError says that an object lacks, and the method that has it."""
UNCALLABLE = "object is not callable"
OF_PYTHON = frozenset({"builtins:TypeError", "builtins:AttributeError", "builtins:NameError"})
"""Errors whose messages the interpreter writes."""
MOCK = "Mock"
"""What is in the name of every double that nobody has told what to answer."""
NOTHING = "NoneType"
NOT_UNPACKED = "cannot unpack non-iterable"
_OTHER_THAN = re.compile(r"(?:not|got|found|and|:) '?(?P<type>\w+)'?(?: found)?\.?$")
_ASKS = re.compile(r"\b(argument|field|keyword|missing|option|parameter|require|required)s?\b", re.IGNORECASE)
"""Words of messages that ask for something by its name."""
_QUOTED = re.compile(r"['\"`](?P<name>[a-zA-Z]\w*)['\"`]")
_TOO_MANY = re.compile(r"takes (?:from \d+ to )?(?P<number>\d+) positional argument")
_MISSING = re.compile(r"missing (?P<number>\d+) required positional argument")
_COUNTED = re.compile(
    r"(?P<name>\w+)(?:\(\))? (?:takes|expected) (?:at least |at most |exactly )?(?P<number>\d+) arguments?"
    r",? \(?(?:got )?\d+"
)
"""What code in C says of the number of its arguments."""
_UNPACKED = re.compile(r"values to unpack \(expected (?:at least )?(?P<number>\d+)")


def repaired(case: TestCase, error: RaisedException, factory: TestFactory) -> TestCase | None:
    """The test changed as the error that it raised suggests; None if it suggests nothing."""
    if error.hint:
        return obeyed(case, error.hint, factory)
    guides = factory.subject.capabilities.of(Guide)
    told = [step for guide in guides for step in guide.steps(case, error.first, factory)]
    steps = told or list(_steps(case, error.first, factory))
    return factory.rng.choice(steps)() if steps else None


def _steps(case: TestCase, error: RaisedException, factory: TestFactory) -> Iterator[Step]:
    if error.through and factory.last_resort.replaces(error.through, factory.rng):
        yield from replacing(case, error.through, factory)
    if MOCK in error.message:
        yield from answered(case, factory)
    if error.type == "builtins:KeyError" or (error.type not in OF_PYTHON and _ASKS.search(error.message)):
        yield from _with_named_keyword(case, error.message, factory)
    match error.type:
        case "builtins:KeyError":
            key = error.lacks.key if error.lacks is not None else None
            yield from _with_key(case, key, factory)
            yield from _with_known_key(case, key, factory)
            yield from _in_tables(case, key, factory)
            yield from with_entry(case, key, factory)
        case "builtins:IndexError":
            yield from _longer(case, factory)
        case "builtins:TypeError":
            yield from _with_arguments(case, error.message, factory)
            yield from awaiting(case, error.message, factory)
            yield from _of_another_type(case, error, factory)
            if error.message.startswith(NOT_UNPACKED) and "Mock" in error.message:
                yield from answering(case, factory.rng.choice((2, 3)), factory)
        case "builtins:AttributeError":
            yield from _with_attribute(case, error, factory)
            yield from awaiting(case, error.message, factory)
            yield from _of_another_type(case, error, factory)
        case "builtins:NameError" if error.lacks is not None:
            yield partial(defined, case, error.lacks.name, factory)
        case "builtins:ModuleNotFoundError" if error.lacks is not None:
            yield partial(provided, case, error.lacks.name, factory)
        case "builtins:ValueError":
            yield from _readable(case, error.message)
            yield from _of_size(case, error.message, factory)


def _with_attribute(case: TestCase, error: RaisedException, factory: TestFactory) -> Iterator[Step]:
    """What lacks an attribute offers it, has it assigned or is supplied, or the object is prepared first."""
    missing = missing_of(error)
    if missing is None:
        return
    yield from declaring(case, missing, factory)
    yield from completing(case, missing, factory)
    yield from offering(case, missing)
    yield from assigning(case, missing, factory)
    if missing.class_name != NOTHING:
        return
    yield from supplying(case, factory)
    if not error.through:
        yield from preparing(case, factory)
        yield from filling(case, factory)
        yield from present(case, factory)


def _with_key(case: TestCase, key: Scalar, factory: TestFactory) -> Iterator[Step]:
    for index, statement in _collections(case, "dict"):
        if key is not None:
            yield partial(_with_items, case, index, statement, [key], factory)


def _with_named_keyword(case: TestCase, message: str, factory: TestFactory) -> Iterator[Step]:
    """A keyword argument that the message names, for a call that takes any and does not have it yet."""
    names = [name for name in _QUOTED.findall(message) if not iskeyword(name)]
    for index, called in enumerate(case.statements) if names else ():
        if isinstance(called, CallStatement) and takes_any_keyword(called, factory):
            given = {name for name, _ in called.kwargs}
            for name in dict.fromkeys(names):
                if name not in given:
                    yield partial(with_keyword, case, index, called, name, factory)


def _with_known_key(case: TestCase, key: Scalar, factory: TestFactory) -> Iterator[Step]:
    """A key of a mapping that the subject looks keys up in, in place of the one that is not there."""
    for index, literal in _own(case, key):
        for keys in filter(None, factory.subject.tables.values()):
            yield partial(case.replaced, index, LiteralStatement(literal.id, factory.rng.choice(keys)))


def _in_tables(case: TestCase, key: Scalar, factory: TestFactory) -> Iterator[Step]:
    """The key in a mapping that the subject looks keys up in, unless the test has one there already.

    Where the test could as well ask for one of its keys, the mapping is left alone.
    """
    is_own = next(_own(case, key), None) is not None
    for path, keys in factory.subject.tables.items() if key is not None else ():
        if not (keys and is_own):
            yield partial(tabled, case, path, key, factory)


def _own(case: TestCase, key: Scalar) -> Iterator[tuple[int, LiteralStatement]]:
    """The literals of a test that have a value."""
    for index, statement in enumerate(case.statements):
        value = statement.value if isinstance(statement, LiteralStatement) else None
        if isinstance(statement, LiteralStatement) and (type(value), value) == (type(key), key):
            yield index, statement


def _longer(case: TestCase, factory: TestFactory) -> Iterator[Step]:
    for index, statement in _collections(case, "list", "tuple"):
        yield partial(_with_items, case, index, statement, [], factory)


def _of_size(case: TestCase, message: str, factory: TestFactory) -> Iterator[Step]:
    """Lists, tuples and what doubles answer as long as the names that they are unpacked into."""
    found = _UNPACKED.search(message)
    if found is None:
        return
    size = int(found["number"])
    for index, statement in _collections(case, "list", "tuple"):
        shorter = statement.replace(items=statement.items[:size])
        missing = [None] * (size - len(statement.items))
        yield partial(_with_items, case, index, shorter, missing, factory)
    yield from answering(case, size, factory)


def _of_another_type(case: TestCase, error: RaisedException, factory: TestFactory) -> Iterator[Step]:
    """Other values for those of the type that the error complains of."""
    message, missing = error.message, missing_of(error)
    other = OBJECT.search(message) or SINGLE.search(message) or _OTHER_THAN.search(message)
    wrong = missing.class_name if missing is not None and not missing.is_class else ""
    wrong = wrong or (other["type"] if other is not None else "")
    if not wrong:
        return
    name = missing.name if missing is not None else _operation(message)
    kinds = types_with(name, factory.subject) if name else []
    kinds = [TypeRef("callable")] if UNCALLABLE in message else kinds
    if SINGLE.search(message):
        kinds = [TypeRef("tuple", (ANY, ANY))]
    wrong = "none" if wrong == NOTHING else wrong
    may_double = not kinds and missing is not None and factory.last_resort.has_doubles
    for index, statement in enumerate(case.statements):
        kind = factory.type_of(statement)
        if kind is None or kind.name.rpartition(".")[2].rpartition(":")[2] != wrong:
            continue
        fitting = factory.rng.choice(kinds) if kinds else ANY
        yield partial(exchanged, case, statement.id, fitting, factory)
        if may_double and isinstance(statement, LiteralStatement):
            yield partial(case.replaced, index, DoubleStatement(statement.id))


def _operation(message: str) -> str | None:
    """The method behind an operation that a TypeError says an object does not have."""
    return next((method for words, method in OPERATIONS.items() if words in message), None)


def _with_arguments(case: TestCase, message: str, factory: TestFactory) -> Iterator[Step]:
    """As many arguments as a function says that it takes, which has no signature that we know."""
    if found := _COUNTED.match(message):
        yield from _counted(case, found["name"], int(found["number"]), factory)
    called = case.statements[-1] if case.statements else None
    if not isinstance(called, InvokeStatement):
        return
    if found := _TOO_MANY.search(message):
        yield partial(_invoked_with, case, called, called.args[: int(found["number"])], 0, factory)
    elif found := _MISSING.search(message):
        yield partial(_invoked_with, case, called, called.args, int(found["number"]), factory)


def _counted(case: TestCase, name: str, number: int, factory: TestFactory) -> Iterator[Step]:
    """The calls of what has this name with so many arguments, where more or fewer were given."""
    for index, called in enumerate(case.statements):
        if not isinstance(called, CallStatement) or len(called.args) == number:
            continue
        if re.split(r"[:.]", called.callable)[-1] == name:
            yield partial(_called_with, case, index, called, number, factory)


def _called_with(
    case: TestCase, index: int, called: CallStatement, number: int, factory: TestFactory
) -> TestCase:
    draft = factory.draft_of(case.statements[:index])
    missing = min(number - len(called.args), MOST_ARGUMENTS)
    more = [factory.value(draft, ANY, depth=1) for _ in range(missing)]
    draft.add(called.replace(args=(*called.args[:number], *more)))
    return TestCase((*draft.statements, *case.statements[index + 1 :]))


def _invoked_with(
    case: TestCase, called: InvokeStatement, args: tuple[int, ...], missing: int, factory: TestFactory
) -> TestCase:
    draft = factory.draft_of(case.statements[:-1])
    more = [factory.value(draft, ANY, depth=1) for _ in range(min(missing, MOST_ARGUMENTS))]
    draft.add(called.replace(args=(*args, *more)))
    return TestCase(tuple(draft.statements))


def _readable(case: TestCase, message: str) -> Iterator[Step]:
    """Text that a reader can read in place of what it could not."""
    reader, _, shown = message.rpartition(": ")
    text = _literal(shown)
    value = next((value for beginning, value in READABLE.items() if reader.startswith(beginning)), None)
    if value is None or not isinstance(text, str):
        return
    for index, statement in enumerate(case.statements):
        known = statement.value if isinstance(statement, LiteralStatement) else None
        if isinstance(known, str) and text in known:
            better = LiteralStatement(statement.id, known.replace(text, value, 1) if text else value)
            yield partial(case.replaced, index, better)


def _collections(case: TestCase, *kinds: str) -> Iterator[tuple[int, CollectionStatement]]:
    for index, statement in enumerate(case.statements):
        if isinstance(statement, CollectionStatement) and statement.kind in kinds:
            yield index, statement


def _with_items(
    case: TestCase, index: int, statement: CollectionStatement, items: Sequence[Scalar], factory: TestFactory
) -> TestCase:
    """The collection with more items: keys with any values in a dict; else, or for None, what it holds."""
    draft = factory.draft_of(case.statements[:index])
    new: list[int] = []
    for item in items or [None]:
        if statement.kind == "dict":
            value = factory.argument(draft, Parameter(str(item)), depth=2)
            new += [factory.literal(draft, item), value]
        else:
            new.append(statement.items[-1] if statement.items else factory.value(draft, ANY, depth=2))
    longer = statement.replace(items=(*statement.items, *new))
    return case.replaced(index, *draft.statements[index:], longer)


def _literal(text: str) -> Scalar:
    """The value that a repr writes, if it is a plain one."""
    try:
        value = literal_of(text)
    except (ValueError, SyntaxError):
        return None
    return value if isinstance(value, bool | int | float | str | bytes) else None
