"""Preparing calls: methods that set or change an attribute that another method reads; also functions.

Definition-use pairs of attributes, and of names of a module, say which calls belong together, after
Harrold, Rothermel: Performing data flow testing on classes (FSE 1994). A random sequence of calls
seldom has them in a row. An object may also be prepared by a call of another object of the test: a cart
can take an item that an inventory has received before. Or by no call at all: public attributes can be
assigned. Names and results tell which values the two calls share: parameters of the same name mostly
get the same value, and an object that stores things under keys that it returns is queried with these
keys.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Sequence
from functools import partial
from itertools import zip_longest
from typing import TypeGuard

from testloom.model.statements import (
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    Statement,
    TestCase,
)
from testloom.model.subject import Callable, Parameter, Subject, SubjectClass
from testloom.model.types import ANY, NONE, TypeRef
from testloom.search.minimisation.removal import without_unused
from testloom.search.operators.companions.inverses import read_back, writers_for
from testloom.search.providers.arguments import argument
from testloom.search.providers.builder import Builder, Known
from testloom.search.providers.callables.given import arguments_of
from testloom.search.providers.knowledge import Knowledge
from testloom.search.providers.values.sharing import share

PREPARED = 0.2
"""The probability that a new call is preceded by a preparing call, if there is one."""
READ_BACK = 0.3
"""The probability that a reading call gets a written value, if the subject has a matching writer."""
ACCOMPANIED = 0.5
"""The probability that a preparing call is itself prepared by a call of another object of the test."""
SHARED = 0.8
ALWAYS = 1.0
"""The probabilities that parameters of the same name get the same value.

`SHARED` is for calls of one object, `ALWAYS` for others.
"""
HANDED_ON = 0.5
"""The probability that a call takes the result of an earlier call of its object, if possible."""


def prepared_call(builder: Builder, target: Callable) -> int:
    """Append a call of a target, now and then after one that prepares it; yields its value.

    What reads often gets what another call of the subject has written.
    """
    writers = writers_for(target, builder.subject)
    if writers and builder.rng.random() < READ_BACK:
        return read_back(builder, target, builder.rng.choice(writers))
    is_tried = (target.kind == "method" or bool(target.reads)) and builder.rng.random() < PREPARED
    others = builder.knowledge.preparers.of(target) if is_tried else ()
    if not others:
        return builder.call_of(target)
    receiver = builder.within().receiver(target.owner or "") if target.kind == "method" else None
    _accompanied(builder, receiver, builder.rng.choice(others))
    before, first = builder.draft.statements[-1], len(builder.draft.statements)
    made = builder.call_of(target, receiver=receiver)
    if isinstance(before, CallStatement):
        _be_about_the_same(builder, first, before)
    return made


def _accompanied(builder: Builder, receiver: int | None, called: Callable) -> None:
    """Append a call, now and then after one of another object that changes this, about the same values."""
    changes = list(_changes_of_fellows(builder.draft.statements, receiver, builder.knowledge))
    if receiver is None or not changes or builder.rng.random() >= ACCOMPANIED:
        builder.call_of(called, receiver=receiver)
        return
    fellow, method = builder.rng.choice(changes)
    builder.call_of(method, receiver=fellow)
    before, first = builder.draft.statements[-1], len(builder.draft.statements)
    builder.call_of(called, receiver=receiver)
    if isinstance(before, CallStatement):
        share(builder.draft, first, before, builder.subject)


def _be_about_the_same(builder: Builder, first: int, before: CallStatement) -> None:
    """Have the last call mostly be about the values of the one before, or about what its object gave out."""
    chance = ALWAYS if before.receiver is None else SHARED
    share(builder.draft, first, before, builder.subject, lambda _: builder.rng.random() < chance)
    *fresh, last = builder.draft.statements[first:]
    taking = [last]
    if isinstance(last, CallStatement):
        taking = _taking(last, before, builder.draft.statements[:first], builder)
    builder.draft.rewrite(first, without_unused(TestCase((*fresh, *taking))).statements)


def _taking(
    call: CallStatement, fellow: CallStatement, earlier: Sequence[Statement], builder: Builder
) -> list[Statement]:
    """The call, now and then with what an earlier one of the same object returned among its arguments.

    That may be an attribute of it, which is read before. What the call has in common with its fellow stays.
    """
    knowledge = builder.knowledge
    if builder.rng.random() >= HANDED_ON:
        return [call]
    given = {s.id: _given_out(s.callable, knowledge) for s in earlier if _is_of_same(s, call)}
    ways = [
        (place, value, name)
        for place, parameter, own in arguments_of(call, knowledge.subject)
        for value, kind in given.items()
        if own not in (value, *fellow.references)
        if kind is not None
        for name in _ways_to_take(parameter, kind, knowledge)
    ]
    if not ways:
        return [call]
    chosen, value, name = builder.rng.choice(ways)
    read = [AttributeStatement(builder.next_id(), value, name)] if name else []
    value = read[0].id if read else value
    taking = call.replace(
        args=tuple(value if place == chosen else own for place, own in enumerate(call.args)),
        kwargs=tuple((key, value if key == chosen else own) for key, own in call.kwargs),
    )
    return [*read, taking]


def _is_of_same(statement: Statement, call: CallStatement) -> TypeGuard[CallStatement]:
    """Whether a statement is a call of the object of another, or of a function like that."""
    return isinstance(statement, CallStatement) and statement.receiver == call.receiver


def _given_out(callable_id: str, knowledge: Known) -> TypeRef | None:
    """The type of what a call returns; None if that is not known, an object under test, or nothing."""
    called = knowledge.subject.callables.get(callable_id)
    returned = knowledge.returned(callable_id)
    is_maker = called is None or called.kind == "constructor"
    return None if is_maker or returned in (None, ANY, NONE) else returned


def _ways_to_take(parameter: Parameter, returned: TypeRef, knowledge: Known) -> Iterator[str]:
    """What of a returned value a parameter may take: attributes that are called like it, "" for all of it."""
    if _may_take(parameter, returned, knowledge):
        yield ""
    known = knowledge.subject.classes.get(returned.name)
    prefix = f"{returned.name.rpartition(':')[2].rpartition('.')[2].lower()}_"
    for name in known.attributes if known is not None else ():
        if parameter.name.lower() in (name, prefix + name):
            kind = known.assignable.get(name, ANY) if known is not None else ANY
            if kind == ANY or _may_take(parameter, kind, knowledge):
                yield name


def _may_take(parameter: Parameter, returned: TypeRef, knowledge: Known) -> bool:
    wanted = knowledge.kind_of(parameter)
    names = {kind.name for kind in wanted.args} if wanted.name == "union" else {wanted.name}
    return not names.isdisjoint(("any", "object", returned.name))


def followed_up(case: TestCase, codes: Container[str], knowledge: Knowledge) -> TestCase | None:
    """Append a call that reads the same state as an earlier call changed.

    That may be the same call again; callables with one of the `codes` are preferred. Returns None if
    nothing reads the state that the calls of the test change.
    """
    ways = [
        (statement, other)
        for statement in case.calls
        if (called := knowledge.subject.callables.get(statement.callable)) is not None
        for other in knowledge.preparers.prepared_by(called)
    ]
    if not ways:
        return None
    preferred = [(before, other) for before, other in ways if other.code in codes]
    before, other = knowledge.rng.choice(preferred or ways)
    builder = knowledge.builder(case.statements)
    builder.call_of(other, receiver=before.receiver)
    _be_about_the_same(builder, len(case), before)
    return TestCase(tuple(builder.draft.statements))


def is_prepared(case: TestCase, knowledge: Knowledge) -> bool:
    """Check whether there may be a way to prepare one of the calls of a test case."""
    called = map(knowledge.subject.callables.get, case.called)
    if any(known is not None and knowledge.preparers.of(known) for known in called):
        return True
    settable = _settable(case, knowledge)
    return any(True for call in case.calls for _ in _assignable(case, call, settable, knowledge))


def preparing(case: TestCase, knowledge: Knowledge, only: int | None = None) -> Iterator[partial[TestCase]]:
    """Ways to prepare a call of a test case, any or the `only` one: its objects, another, or the module."""
    settable = _settable(case, knowledge)
    for place, statement in enumerate(case.statements):
        if isinstance(statement, CallStatement) and only in (None, statement.id):
            yield from _by_calls(case, place, statement, knowledge)
            yield from _by_assignments(case, place, statement, settable, knowledge)


def preparing_in_turn(calls: Collection[tuple[TestCase, int]], knowledge: Knowledge) -> Iterator[TestCase]:
    """Prepare some calls of test cases each in one way, then in another: by other calls, then otherwise."""
    sites = [(case, *_at(case, call)) for case, call in calls]
    by_calls = [_by_calls(*site, knowledge) for site in sites]
    otherwise = [_by_assignments(*site, _settable(site[0], knowledge), knowledge) for site in sites]
    for ways in (by_calls, otherwise):
        yield from (way() for each in zip_longest(*ways) for way in each if way is not None)


def _at(case: TestCase, call: int) -> tuple[int, CallStatement]:
    """The place of a call in a test case, and the call."""
    return next(
        (place, statement)
        for place, statement in enumerate(case.statements)
        if isinstance(statement, CallStatement) and statement.id == call
    )


def _by_calls(
    case: TestCase, place: int, call: CallStatement, knowledge: Knowledge
) -> Iterator[partial[TestCase]]:
    called = knowledge.subject.callables.get(call.callable)
    others = knowledge.preparers.of(called) if called is not None else ()
    yield from (partial(_before, case, place, call.receiver, other, knowledge) for other in others)
    if call.receiver is not None:
        for fellow, method in _changes_of_fellows(case.statements[:place], call.receiver, knowledge):
            yield partial(_before, case, place, fellow, method, knowledge)


def _by_assignments(
    case: TestCase,
    place: int,
    call: CallStatement,
    settable: Sequence[tuple[int, SubjectClass]],
    knowledge: Knowledge,
) -> Iterator[partial[TestCase]]:
    for own, name, wanted in _assignable(case, call, settable, knowledge):
        yield partial(_assigned_before, case, place, own, name, wanted, knowledge)


def _settable(case: TestCase, knowledge: Knowledge) -> list[tuple[int, SubjectClass]]:
    """The objects that calls of a test case make whose attributes a test may set, with their classes."""
    made = ((s.id, knowledge.type_of(s)) for s in case.calls)
    classes = knowledge.subject.classes
    known = ((own, classes.get(kind.name)) for own, kind in made if kind is not None)
    return [(own, found) for own, found in known if found is not None and (found.assignable or found.private)]


def _assignable(
    case: TestCase, call: CallStatement, settable: Sequence[tuple[int, SubjectClass]], knowledge: Knowledge
) -> Iterator[tuple[int, str, TypeRef]]:
    """The attributes that a call reads of its object and of its arguments, and that a test may set.

    What a constructor takes by the same name is given there, what the test assigns already is changed there;
    what is private is set as a last resort. A property is read by the name of what it stores, too.
    """
    callables = knowledge.subject.callables
    called = callables.get(call.callable)
    if called is None:
        return
    is_last = knowledge.last_resort.private(knowledge.rng)
    if not settable:  # as in most test cases
        return
    read = {own: parameter.uses for _, parameter, own in arguments_of(call, knowledge.subject)}
    if call.receiver is not None:
        read[call.receiver] = (*called.reads, *(name.lstrip("_") for name in called.reads))
    assigned = {(s.source, s.name) for s in case if isinstance(s, AssignmentStatement)}
    for made, known in settable:
        if made not in read:
            continue
        maker = callables.get(known.id)
        taken = {parameter.name for parameter in maker.parameters} if maker is not None else ()
        for name, wanted in {**known.assignable, **(known.private if is_last else {})}.items():
            if name in read[made] and name not in taken and (made, name) not in assigned:
                yield made, name, wanted


def _assigned_before(
    case: TestCase, place: int, own: int, name: str, wanted: TypeRef, knowledge: Knowledge
) -> TestCase:
    """The test case with an attribute of an object set before the call at a place."""
    builder = knowledge.builder(case.statements[:place])
    assign(builder, own, name, wanted)
    return TestCase((*builder.draft.statements, *case.statements[place:]))


def assign(builder: Builder, source: int, name: str, wanted: TypeRef) -> None:
    """Append the assignment of a new value to an attribute of an object; what is private is never None.

    No object is assigned to itself: what is its own parent or successor has no end.
    """
    value = argument(builder.at(1), Parameter(name, type=wanted))
    value = builder.value(NONE) if value == source else value
    value = builder.something(value) if name.startswith("_") else value
    builder.add(AssignmentStatement(builder.next_id(), source, name, value))


def _before(
    case: TestCase, place: int, receiver: int | None, other: Callable, knowledge: Knowledge
) -> TestCase:
    """The test case with another call before the one at a place, mostly about the same."""
    builder, target = knowledge.builder(case.statements[:place]), case.statements[place]
    assert isinstance(target, CallStatement)
    taking: Sequence[Statement] = (target,)
    if is_of_same := receiver == target.receiver:
        _accompanied(builder, receiver, other)
    else:
        builder.call_of(other, receiver=receiver)
    if isinstance(last := builder.draft.statements[-1], CallStatement):
        chance = SHARED if receiver is not None and is_of_same else ALWAYS
        share(builder.draft, place, target, knowledge.subject, lambda _: builder.rng.random() < chance)
        *earlier, last = builder.draft.statements
        if isinstance(last, CallStatement):
            *read, last = _taking(last, target, earlier, builder)
            builder.draft.rewrite(len(earlier), [*read, last])
            assert isinstance(last, CallStatement)
            taking = _taking(target, last, builder.draft.statements, builder)
    return without_unused(TestCase((*builder.draft.statements, *taking, *case.statements[place + 1 :])))


def _changes_of_fellows(
    statements: Sequence[Statement], receiver: int | None, knowledge: Known
) -> Iterator[tuple[int, Callable]]:
    """The objects that statements have made, but for the receiver, each with a method that changes it."""
    for statement in statements:
        made = knowledge.returned(statement.callable) if isinstance(statement, CallStatement) else None
        if made is not None and made.is_class and statement.id != receiver:
            yield from ((statement.id, method) for method in _changing(made.name, knowledge.subject))


def _changing(owner: str, subject: Subject) -> Iterator[Callable]:
    for known in subject.callables.values():
        if known.owner == owner and known.kind == "method" and known.writes and not known.is_private:
            yield known
