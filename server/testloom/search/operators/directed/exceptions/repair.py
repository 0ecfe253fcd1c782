"""Exception-guided repair: a value that an error reports as missing is added to the test.

A KeyError names the key to add, to a dictionary or to a file, an IndexError asks for one item more, a
TypeError or an AttributeError names the unsuitable type, a ValueError shows the string that could not
be parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from testloom.model.execution import RaisedException
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    DoubleStatement,
    InvokeStatement,
    LiteralStatement,
    Statement,
    TestCase,
)
from testloom.model.subject import Parameter
from testloom.model.texts.trees import literal_of
from testloom.model.types import ANY, Scalar, TypeRef
from testloom.search.operators.companions.preparing import preparing
from testloom.search.operators.directed.comparisons.retyping import exchanged
from testloom.search.operators.directed.comparisons.rewriting import rewritten
from testloom.search.operators.directed.entries import with_entry
from testloom.search.operators.directed.exceptions.awaiting import awaiting
from testloom.search.operators.directed.exceptions.blaming import handing_another, leaving_out
from testloom.search.operators.directed.exceptions.command_lines import obeyed
from testloom.search.operators.directed.exceptions.expecting import unfit
from testloom.search.operators.directed.exceptions.lacking import (
    OBJECT,
    SINGLE,
    answered,
    answering,
    assigning,
    entering,
    filling,
    missing_of,
    offering,
    supplying,
)
from testloom.search.operators.directed.exceptions.members import completing, declaring
from testloom.search.operators.directed.guide import Guide, Step
from testloom.search.operators.directed.keeping import keeping
from testloom.search.operators.directed.keywords import with_keyword, without_keyword
from testloom.search.operators.replacing import defined, present, provided, replacing, tabled
from testloom.search.providers.arguments import argument
from testloom.search.providers.experience.demands import left_out, named_by, refused_by
from testloom.search.providers.knowledge import Knowledge

MOST_ARGUMENTS = 6
MOST_OPERANDS = 2
"""The most values of an operand's type in a test for which these values are exchanged.

If there are more, the operand is seldom the one that is exchanged.
"""
NAMED = 0.8
"""The probability that only the argument is added that a message names."""
READABLE: Mapping[str, Sequence[str]] = {
    "invalid literal for int() with base": ("12",),
    "could not convert string to float": ("1.5",),
    "Invalid isoformat string": ("2024-01-02", "12:30"),
}
"""The beginnings of parsing errors, and strings of which one can be parsed: a date, or else a time."""
OPERATIONS: Mapping[str, str] = {
    "not subscriptable": "__getitem__",
    "item assignment": "__setitem__",
    "not iterable": "__iter__",
    "not an iterator": "__next__",
    "has no len": "__len__",
    "context manager": "__enter__",
    "is not reversible": "__reversed__",
}
"""Phrases of a TypeError about a missing operation, and the method that provides the operation."""
UNCALLABLE = "object is not callable"
MOCK = "Mock"
"""A part of the name of every double without explicit answers."""
NO_SECTION = "No section: "
NOTHING = "NoneType"
NOT_UNPACKED = "cannot unpack non-iterable"
_OTHER_THAN = re.compile(r"(?:not|got|found|and|:) '?(?P<type>\w+)'?(?: found)?\.?$")
_TOO_MANY = re.compile(r"takes (?:from \d+ to )?(?P<number>\d+) positional argument")
_MISSING = re.compile(r"missing (?P<number>\d+) required positional argument")
_COUNTED = re.compile(
    r"(?P<name>\w+)(?:\(\))? (?:takes|expected) (?:at least |at most |exactly )?(?P<number>\d+) arguments?"
    r",? \(?(?:got )?\d+"
)
"""Messages about the number of arguments, from code written in C."""
_UNPACKED = re.compile(r"values to unpack \(expected (?:at least )?(?P<number>\d+)")


def repaired(case: TestCase, error: RaisedException, knowledge: Knowledge) -> TestCase | None:
    """Change the test as its exception suggests; None if it suggests nothing."""
    if error.hint:
        return obeyed(case, error.hint, knowledge)
    guides = knowledge.subject.capabilities.of(Guide)
    told = [step for guide in guides for step in guide.steps(case, error.first, knowledge)]
    steps = told or list(_steps(case, error.first, knowledge))
    return knowledge.rng.choice(steps)() if steps else None


def _steps(case: TestCase, error: RaisedException, knowledge: Knowledge) -> Iterator[Step]:
    if error.through and knowledge.last_resort.replaces(error.through, knowledge.rng):
        yield from replacing(case, error.through, knowledge)
    if MOCK in error.message:
        yield from answered(case, knowledge)
    yield from leaving_out(case, error, knowledge)
    named = list(_with_named_keyword(case, error, knowledge))
    yield from named
    if named and error.type != "builtins:KeyError" and knowledge.rng.random() < NAMED:
        return
    match error.type:
        case "builtins:KeyError":
            key = error.lacks.key if error.lacks is not None else None
            yield from _with_key(case, key, knowledge)
            yield from keeping(case, key, knowledge)
            yield from _with_known_key(case, key, knowledge)
            yield from _in_tables(case, key, knowledge)
            yield from with_entry(case, key, knowledge)
        case "configparser:NoSectionError":
            yield from with_entry(case, _literal(error.message.removeprefix(NO_SECTION)), knowledge)
        case "builtins:IndexError":
            yield from _longer(case, knowledge)
        case "builtins:TypeError":
            yield from without_keyword(case, refused_by(error), knowledge)
            yield from handing_another(case, error, knowledge)
            yield from _with_arguments(case, error.message, knowledge)
            yield from awaiting(case, error.message, knowledge)
            yield from _of_another_type(case, error, knowledge)
            if error.message.startswith(NOT_UNPACKED) and "Mock" in error.message:
                yield from answering(case, knowledge.rng.choice((2, 3)), knowledge)
        case "builtins:AttributeError":
            yield from _with_attribute(case, error, knowledge)
            yield from awaiting(case, error.message, knowledge)
            yield from _of_another_type(case, error, knowledge)
        case "builtins:NameError" | "builtins:ModuleNotFoundError" if error.lacks is not None:
            present_by = defined if error.type == "builtins:NameError" else provided
            yield partial(present_by, case, error.lacks.name, knowledge)
        case "builtins:ValueError":
            yield from _readable(case, error.message, knowledge)
            yield from _of_size(case, error.message, knowledge)


def _with_attribute(case: TestCase, error: RaisedException, knowledge: Knowledge) -> Iterator[Step]:
    """What lacks an attribute offers it, has it assigned or is supplied, or the object is prepared first."""
    missing = missing_of(error)
    if missing is None:
        return
    yield from declaring(case, missing, knowledge)
    yield from completing(case, missing, knowledge)
    yield from offering(case, missing, knowledge)
    yield from assigning(case, missing, knowledge)
    if missing.class_name != NOTHING:
        return
    yield from supplying(case, knowledge)
    yield from entering(case, missing, knowledge)
    if not error.through:
        yield from preparing(case, knowledge)
        yield from filling(case, knowledge)
        yield from present(case, knowledge)


def _with_key(case: TestCase, key: Scalar, knowledge: Knowledge) -> Iterator[Step]:
    for index, statement in _collections(case, "dict"):
        if key is not None:
            yield partial(_with_items, case, index, statement, [key], knowledge)


def _with_named_keyword(case: TestCase, error: RaisedException, knowledge: Knowledge) -> Iterator[Step]:
    """An optional argument that the message names, for a call that takes it and does not have it yet."""
    names = named_by(error)
    for index, called in enumerate(case.statements) if names else ():
        known = knowledge.subject.callables.get(getattr(called, "callable", ""))
        if isinstance(called, CallStatement) and known is not None:
            for name in left_out(called, known, names):
                yield partial(with_keyword, case, index, called, name, knowledge)


def _with_known_key(case: TestCase, key: Scalar, knowledge: Knowledge) -> Iterator[Step]:
    """A key of a mapping that the subject looks keys up in, in place of the one that is not there."""
    for index, literal in _own(case, key):
        for keys in filter(None, knowledge.subject.tables.values()):
            yield partial(case.replaced, index, LiteralStatement(literal.id, knowledge.rng.choice(keys)))


def _in_tables(case: TestCase, key: Scalar, knowledge: Knowledge) -> Iterator[Step]:
    """The key in a mapping that the subject looks keys up in, unless the test has one there already.

    Where the test could as well ask for one of its keys, the mapping is left alone.
    """
    is_own = next(_own(case, key), None) is not None
    for path, keys in knowledge.subject.tables.items() if key is not None else ():
        if not (keys and is_own):
            yield partial(tabled, case, path, key, knowledge)


def _own(case: TestCase, key: Scalar) -> Iterator[tuple[int, LiteralStatement]]:
    """The literals of a test that have a value."""
    for index, statement in enumerate(case.statements):
        value = statement.value if isinstance(statement, LiteralStatement) else None
        if isinstance(statement, LiteralStatement) and (type(value), value) == (type(key), key):
            yield index, statement


def _longer(case: TestCase, knowledge: Knowledge) -> Iterator[Step]:
    for index, statement in _collections(case, "list", "tuple"):
        yield partial(_with_items, case, index, statement, [], knowledge)


def _of_size(case: TestCase, message: str, knowledge: Knowledge) -> Iterator[Step]:
    """Lists, tuples and what doubles answer as long as the names that they are unpacked into."""
    found = _UNPACKED.search(message)
    if found is None:
        return
    size = int(found["number"])
    for index, statement in _collections(case, "list", "tuple"):
        shorter = statement.replace(items=statement.items[:size])
        missing = [None] * (size - len(statement.items))
        yield partial(_with_items, case, index, shorter, missing, knowledge)
    yield from answering(case, size, knowledge)


def _of_another_type(case: TestCase, error: RaisedException, knowledge: Knowledge) -> Iterator[Step]:
    """Other values for those of the type that the error complains of, of what it asks for if it says that."""
    is_unfit = error.type == "builtins:TypeError"
    known = list(unfit(error.message, knowledge.subject)) if is_unfit else []
    for wrong, wanted in known:
        if len(known) == 1 or sum(1 for _ in _of_type(case, wrong, knowledge)) <= MOST_OPERANDS:
            yield from _exchanging(case, wrong, wanted, knowledge)
    message, missing = error.message, missing_of(error)
    other = OBJECT.search(message) or SINGLE.search(message) or _OTHER_THAN.search(message)
    wrong = missing.class_name if missing is not None and not missing.is_class else ""
    wrong = wrong or (other["type"] if other is not None else "")
    if known or not wrong:
        return
    name = missing.name if missing is not None else _operation(message)
    kinds = knowledge.types_with(name) if name else []
    kinds = [TypeRef("callable")] if UNCALLABLE in message else kinds
    if SINGLE.search(message):
        kinds = [TypeRef("tuple", (ANY, ANY))]
    may_double = not kinds and missing is not None and knowledge.last_resort.has_doubles
    for index, statement in _of_type(case, wrong, knowledge):
        fitting = knowledge.rng.choice(kinds) if kinds else ANY
        yield partial(exchanged, case, statement.id, fitting, knowledge)
        if may_double and isinstance(statement, LiteralStatement):
            yield partial(case.replaced, index, DoubleStatement(statement.id))
    if is_unfit and kinds and wrong.endswith(MOCK):
        yield from _without_doubles(case, kinds, knowledge)


def _exchanging(
    case: TestCase, wrong: str, wanted: Sequence[TypeRef], knowledge: Knowledge
) -> Iterator[Step]:
    """The values of the type with that name, one at a time, exchanged for others of a type that is wanted."""
    for _, statement in _of_type(case, wrong, knowledge):
        yield partial(exchanged, case, statement.id, knowledge.rng.choice(wanted), knowledge)
    if wrong.endswith(MOCK):
        yield from _without_doubles(case, wanted, knowledge)


def _of_type(case: TestCase, name: str, knowledge: Knowledge) -> Iterator[tuple[int, Statement]]:
    """The statements that yield a value of the type with that name, and their places."""
    name = "none" if name == NOTHING else name
    for index, statement in enumerate(case.statements):
        kind = knowledge.type_of(statement)
        if kind is not None and kind.name.rpartition(".")[2].rpartition(":")[2] == name:
            yield index, statement


def _without_doubles(case: TestCase, wanted: Sequence[TypeRef], knowledge: Knowledge) -> Iterator[Step]:
    """Doubles exchanged, one at a time, for a value of one of the types that code says it wants.

    Of one that was asked for something, an answer did not fit, rather than the double.
    """
    for statement in case.statements:
        if isinstance(statement, DoubleStatement) and not knowledge.experience.learned.asked(statement.id):
            yield partial(exchanged, case, statement.id, knowledge.rng.choice(wanted), knowledge)


def _operation(message: str) -> str | None:
    """The method behind an operation that a TypeError says an object does not have."""
    return next((method for words, method in OPERATIONS.items() if words in message), None)


def _with_arguments(case: TestCase, message: str, knowledge: Knowledge) -> Iterator[Step]:
    """As many arguments as a function says that it takes, which has no signature that we know."""
    if found := _COUNTED.match(message):
        yield from _counted(case, found["name"], int(found["number"]), knowledge)
    called = case.statements[-1] if case.statements else None
    if not isinstance(called, InvokeStatement):
        return
    if found := _TOO_MANY.search(message):
        yield partial(_invoked_with, case, called, called.args[: int(found["number"])], 0, knowledge)
    elif found := _MISSING.search(message):
        yield partial(_invoked_with, case, called, called.args, int(found["number"]), knowledge)


def _counted(case: TestCase, name: str, number: int, knowledge: Knowledge) -> Iterator[Step]:
    """The calls of what has this name with so many arguments, where more or fewer were given."""
    for index, called in enumerate(case.statements):
        if not isinstance(called, CallStatement) or len(called.args) == number:
            continue
        if re.split(r"[:.]", called.callable)[-1] == name:
            yield partial(_called_with, case, index, called, number, knowledge)


def _called_with(
    case: TestCase, index: int, called: CallStatement, number: int, knowledge: Knowledge
) -> TestCase:
    builder = knowledge.builder(case.statements[:index])
    missing = min(number - len(called.args), MOST_ARGUMENTS)
    more = [builder.value(ANY, depth=1) for _ in range(missing)]
    builder.add(called.replace(args=(*called.args[:number], *more)))
    return TestCase((*builder.draft.statements, *case.statements[index + 1 :]))


def _invoked_with(
    case: TestCase, called: InvokeStatement, args: tuple[int, ...], missing: int, knowledge: Knowledge
) -> TestCase:
    builder = knowledge.builder(case.statements[:-1])
    more = [builder.value(ANY, depth=1) for _ in range(min(missing, MOST_ARGUMENTS))]
    builder.add(called.replace(args=(*args, *more)))
    return TestCase(tuple(builder.draft.statements))


def _readable(case: TestCase, message: str, knowledge: Knowledge) -> Iterator[Step]:
    """Text that a reader can read in place of what it could not, which may be a piece of a literal."""
    reader, _, shown = message.rpartition(": ")
    text = _literal(shown)
    if not isinstance(text, str | bytes):
        return
    known_by = (values for beginning, values in READABLE.items() if reader.startswith(beginning))
    values = [value for value in next(known_by, ()) if value != text]
    for index, statement in enumerate(case.statements):
        known = statement.value if isinstance(statement, LiteralStatement) else None
        for value in values if isinstance(known, str | bytes) else ():
            for better in rewritten(known, text, value, knowledge.rng):
                yield partial(case.replaced, index, LiteralStatement(statement.id, better))


def _collections(case: TestCase, *kinds: str) -> Iterator[tuple[int, CollectionStatement]]:
    for index, statement in enumerate(case.statements):
        if isinstance(statement, CollectionStatement) and statement.kind in kinds:
            yield index, statement


def _with_items(
    case: TestCase, index: int, statement: CollectionStatement, items: Sequence[Scalar], knowledge: Knowledge
) -> TestCase:
    """The collection with more items: keys with any values in a dict; else, or for None, what it holds."""
    builder = knowledge.builder(case.statements[:index])
    new: list[int] = []
    for item in items or [None]:
        if statement.kind == "dict":
            value = argument(builder.at(2), Parameter(str(item)))
            new += [builder.literal(item), value]
        else:
            new.append(statement.items[-1] if statement.items else builder.value(ANY, depth=2))
    longer = statement.replace(items=(*statement.items, *new))
    return case.replaced(index, *builder.draft.statements[index:], longer)


def _literal(text: str) -> Scalar:
    """The value that a repr writes, if it is a plain one."""
    try:
        value = literal_of(text)
    except (ValueError, SyntaxError):
        return None
    return value if isinstance(value, bool | int | float | str | bytes) else None
