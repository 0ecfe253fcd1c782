"""Functions as values: functions of the subject, builtins, and stubs that answer or raise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from testloom.model.statements import Statement, StubStatement
from testloom.model.subject import Callable, Subject
from testloom.model.types import ANY, TypeRef
from testloom.search.providers.builder import Builder

CALLABLE = "callable"
AWAITABLE = "awaitable"
FUNCTIONS: Mapping[str, str] = {
    "builtins:len": "int",
    "builtins:str": "str",
    "builtins:repr": "str",
    "builtins:bool": "bool",
    "operator:add": "any",
    "builtins:list": "list",
    "builtins:max": "any",
}
"""Builtin functions, with the types of their results."""
EXCEPTIONS = ("builtins:ValueError", "builtins:KeyError", "builtins:TypeError", "builtins:OSError")
MOST_GENERAL = ("builtins:Exception", "builtins:BaseException")
STUBBED = 0.4
"""The probability that a function of unknown type is a stub; with a known result it mostly is one."""
STUBBED_TO_ANSWER = 0.75
OWN_FUNCTION = 0.3
ASYNCHRONOUS = 0.25
"""The probability that a stub of unknown type is a coroutine function, if the subject has such."""
RAISING = 0.3
IN_TURN = 0.25
MORE, LESS = 0.25, 0.25
MOST_IN_TURN = 4
READINGS = (1, 1, 2, 2, 3)
"""The number of successive readings of a clock, drawn at random."""


def result_of(kind: TypeRef) -> TypeRef:
    """Return the result type of a function type; for a coroutine function an awaitable."""
    return kind.args[0] if kind.name == CALLABLE and kind.args else ANY


def answered(kind: TypeRef) -> TypeRef:
    """Return the final result type of a function type: for a coroutine function, that of its `await`."""
    result = result_of(kind)
    return (result.args[0] if result.args else ANY) if result.name == AWAITABLE else result


def parameters_of(kind: TypeRef) -> Sequence[TypeRef] | None:
    """List the parameter types of a function type; None if they are unknown."""
    return kind.args[1].args if kind.name == CALLABLE and len(kind.args) > 1 else None


def returned(name: str, subject: Subject) -> TypeRef:
    """Return the annotated result type of a value that `learned.made_by` names so."""
    callable_id = name.rstrip("()")
    called = subject.callables.get(callable_id)
    kind = called.returns if called is not None and called.kind != "constructor" else ANY
    for _ in range(name.count("()")):
        kind = result_of(kind)
        kind = kind.args[0] if kind.name == AWAITABLE and kind.args else kind
    return kind


def function(builder: Builder, kind: TypeRef, own: Sequence[Callable]) -> int:
    """Append a function that may stand where one of this type is wanted; `own` are those of the subject."""
    result, rng = result_of(kind), builder.rng
    fitting = [called for called in own if fits(called, kind)]
    builtin = [path for path, returned in FUNCTIONS.items() if result.name in ("any", returned)]
    is_known = result.name != "any"
    wants_stub = rng.random() < (STUBBED_TO_ANSWER if is_known else STUBBED)
    if builder.knowledge.last_resort.has_doubles and (wants_stub or not (fitting or builtin)):
        return stub(builder, result)
    if fitting and (not builtin or rng.random() < OWN_FUNCTION):
        return builder.reference(rng.choice(fitting).id)
    return builder.reference(rng.choice(builtin or list(FUNCTIONS)))


def own_functions(subject: Subject) -> tuple[Callable, ...]:
    """List the public functions of the subject."""
    return tuple(
        called
        for called in subject.callables.values()
        if called.in_subject and called.kind == "function" and not called.is_private
    )


def fits(called: Callable, kind: TypeRef) -> bool:
    """Check whether a function of the subject may be of this type, as far as annotations tell."""
    result, taken = result_of(kind), parameters_of(kind)
    if called.is_coroutine != (result.name == AWAITABLE) and result.name != "any":
        return False
    returned = result.args[0] if result.name == AWAITABLE and result.args else result
    if not _agree(called.returns, returned):
        return False
    if taken is None:
        return True
    places = [p for p in called.parameters if p.kind in ("positional", "either", "args")]
    needed = sum(p.kind != "args" and not p.has_default for p in places)
    is_enough = needed <= len(taken) and (len(taken) <= len(places) or any(p.kind == "args" for p in places))
    return is_enough and all(_agree(p.type, given) for p, given in zip(places, taken, strict=False))


def _agree(one: TypeRef, other: TypeRef) -> bool:
    return "any" in (one.name, other.name) or one.name == other.name


def stub(builder: Builder, result: TypeRef) -> int:
    """Append a function that answers with such a result, raises, or does one after the other."""
    rng = builder.rng
    is_async = result.name == AWAITABLE
    if is_async:
        result = result.args[0] if result.args else ANY
    elif result.name == "any":
        has_coroutines = any(called.is_coroutine for called in builder.subject.callables.values())
        is_async = has_coroutines and rng.random() < ASYNCHRONOUS
    empty = StubStatement(builder.next_id(), (), is_async=is_async)
    number = rng.choice((2, 2, 3)) if rng.random() < IN_TURN else 1
    made = empty
    for _ in range(number):
        made = _with_answer(made, len(made.answers), result, builder.within())
    return builder.add(made, TypeRef(CALLABLE))


def instead_of_outward(builder: Builder, kind: TypeRef) -> int:
    """Append a stub in the place of the clock or the like: often it answers differently in turn."""
    is_async, told = result_of(kind).name == AWAITABLE, answered(kind)
    number = 1 if told.name == "none" else builder.rng.choice(READINGS)
    answers = tuple(builder.value(told) for _ in range(number))
    return builder.add(StubStatement(builder.next_id(), answers, is_async=is_async), TypeRef(CALLABLE))


def changed(statement: StubStatement, builder: Builder) -> Statement:
    """Add, remove or replace an answer of the stub."""
    rng, number = builder.rng, len(statement.answers)
    place, draw = rng.randrange(number), rng.random()
    given = [answer for answer in statement.answers if answer not in statement.raises]
    kind = builder.draft.types.get(given[0], ANY) if given else ANY
    if draw < MORE and number < MOST_IN_TURN:
        return _with_answer(statement, rng.choice((0, number)), kind, builder.at(2))
    rest = [*statement.answers[:place], *statement.answers[place + 1 :]]
    if draw < MORE + LESS and rest:
        return statement.answering(rest)
    return _with_answer(statement.answering(rest), place, kind, builder.at(2))


def _with_answer(statement: StubStatement, place: int, kind: TypeRef, builder: Builder) -> StubStatement:
    """The stub with a value of a type, or an exception, as one answer more."""
    raises = builder.rng.random() < RAISING
    answer = raised(builder) if raises else builder.value(kind, depth=builder.depth)
    answers = [*statement.answers[:place], answer, *statement.answers[place:]]
    return statement.answering(answers, [answer] if raises else ())


def exception_class(builder: Builder) -> int:
    """Append a class of exceptions: one that the subject handles, or a common one."""
    unfit = {*builder.subject.callables, *MOST_GENERAL}
    known = [path for path in builder.subject.caught if path not in unfit]
    return builder.reference(builder.rng.choice([*known, *EXCEPTIONS]))


def raised(builder: Builder) -> int:
    """Make an exception to raise, mostly one that the subject handles if there is one, else a common one.

    It is an instance where its constructor is known, else the class itself.
    """
    return raised_of(builder.subject.caught, builder)


def raised_of(kinds: Sequence[str], builder: Builder) -> int:
    """Make an exception of one of these classes to raise; a common one if they are all too general."""
    known = [path for path in kinds if path not in MOST_GENERAL]
    kind = builder.rng.choice(known or EXCEPTIONS)
    constructor = builder.subject.callables.get(kind)
    return builder.reference(kind) if constructor is None else builder.at(0).call_of(constructor)
