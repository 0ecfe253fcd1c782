"""Mutations: small undirected changes of a test case at one of its statements.

Delete, change and insert are EvoSuite's (Fraser, Arcuri: Whole test suite generation, TSE 2013); which
kind of change is useful depends on the subject, and is learned like the choice among all operators.
"""

from __future__ import annotations

from collections.abc import Callable as Function
from collections.abc import Sequence

import msgspec

from testloom.model.statements import (
    AttributeStatement,
    CallStatement,
    ClassStatement,
    CollectionStatement,
    DoubleStatement,
    EnterStatement,
    FunctionStatement,
    InvokeStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    StubStatement,
    TestCase,
    substitute,
)
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.types import ANY
from testloom.search.minimisation.removal import without, without_unused
from testloom.search.operators.companions.preparing import preparing
from testloom.search.operators.creation import add_assignment, add_call, add_use, usable
from testloom.search.operators.missing_keys import missed_at, with_entry_at
from testloom.search.operators.operator import Operator
from testloom.search.providers import environment
from testloom.search.providers.arguments import argument, arguments
from testloom.search.providers.builder import Builder
from testloom.search.providers.classes import definitions
from testloom.search.providers.classes.collected import use_field
from testloom.search.providers.doubles import doubles
from testloom.search.providers.fields import types_of_fields
from testloom.search.providers.knowledge import Knowledge
from testloom.search.providers.values import functions, producing
from testloom.search.providers.values.dates import MOST_DAYS, in_another_year

ACTIONS = (CallStatement, AttributeStatement, InvokeStatement, EnterStatement)
"""Calls, attribute reads and entered managers, before which a mutation may insert statements."""
AT_END = 0.5
"""The probability that statements are inserted at the end rather than before the last call.

Before the call, they may affect it.
"""


class Site(msgspec.Struct, frozen=True):
    """The site of a mutation: a test case, and the position of a statement in it."""

    case: TestCase
    place: int
    knowledge: Knowledge

    @property
    def statement(self) -> Statement:
        """The statement to change."""
        return self.case.statements[self.place]

    def builder(self) -> Builder:
        """Create the builder for statements before this place."""
        return self.knowledge.builder(self.case.statements[: self.place])

    def changed(self, builder: Builder, statement: Statement) -> Sequence[TestCase]:
        """Replace the statement at this place, and put the builder's statements before it."""
        return (TestCase((*builder.draft.statements, statement, *self.case.statements[self.place + 1 :])),)


def _at(*kinds: type[Statement]) -> Function[[Site], bool]:
    """Whether the statement is of one of these kinds."""
    return lambda site: isinstance(site.statement, kinds)


# Statements that come and go


def _has_more(site: Site) -> bool:
    return len(site.case) > 1


def _deleted(site: Site) -> Sequence[TestCase]:
    """Remove the statement; those that used its value take another of the same type, or go too."""
    case, builder = site.case, site.builder()
    kind = site.knowledge.type_of(site.statement)
    others = [] if kind is None or kind.name == "any" else builder.draft.of_type(kind)
    if not others:
        return (without_unused(without(case, site.place)),)
    ids = {site.statement.id: site.knowledge.rng.choice(others)}
    rest = [substitute(statement, ids) for statement in case.statements[site.place + 1 :]]
    return (without_unused(TestCase((*case.statements[: site.place], *rest))),)


def _always(site: Site) -> bool:
    return True


def _prepared(site: Site) -> Sequence[TestCase]:
    """Insert a call that prepares one of the test."""
    ways = list(preparing(site.case, site.knowledge))
    return (site.knowledge.rng.choice(ways)(),) if ways else ()


def _inserted(add: Function[[Builder, Knowledge], bool]) -> Function[[Site], Sequence[TestCase]]:
    """Insert what a function appends, if it does so."""

    def propose(site: Site) -> Sequence[TestCase]:
        statements, place = site.case.statements, len(site.case)
        if site.knowledge.rng.random() >= AT_END:
            calls = (i for i in reversed(range(place)) if isinstance(statements[i], ACTIONS))
            place = next(calls, place)
        builder = site.knowledge.builder(statements[:place])
        if not add(builder, site.knowledge):
            return ()
        return (TestCase((*builder.draft.statements, *statements[place:])),)

    return propose


def _add_call(builder: Builder, knowledge: Knowledge) -> bool:
    add_call(builder, knowledge)
    return True


def _add_use(builder: Builder, knowledge: Knowledge) -> bool:
    found = usable(builder.draft.statements, builder)
    if found:
        add_use(builder, builder.rng.choice(found))
    return bool(found)


def _add_assignment(builder: Builder, knowledge: Knowledge) -> bool:
    return use_field(builder) or add_assignment(builder)


# Plain values


def _neighbouring(site: Site) -> Sequence[TestCase]:
    """Take a value near to the one that a literal has."""
    literal = site.statement
    assert isinstance(literal, LiteralStatement)
    near = LiteralStatement(literal.id, site.knowledge.values.neighbour(literal.value))
    return (site.case.replaced(site.place, near),)


def _may_be_year(site: Site) -> bool:
    literal = site.statement
    return isinstance(literal, LiteralStatement) and type(literal.value) is int and literal.value > MOST_DAYS


def _in_another_year(site: Site) -> Sequence[TestCase]:
    """Move a date by years."""
    assert isinstance(site.statement, LiteralStatement)
    moved = in_another_year(site.statement, site.case, site.knowledge.rng)
    return () if moved is None else (site.case.replaced(site.place, moved),)


def _is_text(site: Site) -> bool:
    return isinstance(site.statement, LiteralStatement) and isinstance(site.statement.value, str)


def _naming(site: Site) -> Sequence[TestCase]:
    """Have a text be the name of a class of the test, or of one of its fields."""
    builder, rng = site.builder(), site.knowledge.rng
    names = [known.name for known in builder.draft.statements if isinstance(known, ClassStatement)]
    if not names:
        return ()
    name = rng.choice([*names, *types_of_fields(builder.draft)])
    named = LiteralStatement(site.statement.id, rng.choice((name, name.lower())))
    return (site.case.replaced(site.place, named),)


# Collections


def _has_items(site: Site) -> bool:
    return isinstance(site.statement, CollectionStatement) and bool(site.statement.items)


def _on_items(
    change: Function[[list[int], int, Builder], None],
) -> Function[[Site], Sequence[TestCase]]:
    """Change the items of a collection, of which so many belong together."""

    def propose(site: Site) -> Sequence[TestCase]:
        collection, builder = site.statement, site.builder()
        assert isinstance(collection, CollectionStatement)
        items = list(collection.items)
        change(items, 2 if collection.kind == "dict" else 1, builder)
        return site.changed(builder, collection.replace(items=tuple(items)))

    return propose


def _drop_item(items: list[int], step: int, builder: Builder) -> None:
    place = builder.rng.randrange(len(items) // step) * step
    del items[place : place + step]


def _repeat_item(items: list[int], step: int, builder: Builder) -> None:
    place = builder.rng.randrange(len(items) // step) * step
    items[place:place] = items[place : place + step]


def _replace_item(items: list[int], step: int, builder: Builder) -> None:
    place = builder.rng.randrange(len(items))
    items[place] = _like(items[place], builder)


def _add_item(items: list[int], step: int, builder: Builder) -> None:
    if items:
        items.extend([_like(item, builder) for item in items[-step:]])
    else:
        items.extend([builder.literal(builder.knowledge.values.literal("str")) for _ in range(step)])


def _misses_keys(site: Site) -> bool:
    return bool(missed_at(site.case, site.place, site.knowledge))


def _with_missed_key(site: Site) -> Sequence[TestCase]:
    """Add an entry under a key that code looked up in a dictionary in vain."""
    missed = missed_at(site.case, site.place, site.knowledge)
    return (with_entry_at(site.case, site.place, missed, site.knowledge),)


def _like(value: int, builder: Builder) -> int:
    """A new value of the type that another has."""
    return builder.value(builder.draft.types.get(value, ANY), depth=2)


# Arguments


def _has_arguments(site: Site) -> bool:
    return isinstance(site.statement, CallStatement | InvokeStatement) and bool(site.statement.args)


def _takes_fewer(site: Site) -> bool:
    return isinstance(site.statement, InvokeStatement) and bool(site.statement.args)


def _with_other_argument(site: Site) -> Sequence[TestCase]:
    """Give a call another value for one argument."""
    call, builder, knowledge = site.statement, site.builder(), site.knowledge
    assert isinstance(call, CallStatement | InvokeStatement)
    called = knowledge.called(call.callable) if isinstance(call, CallStatement) else None
    if called is None and isinstance(call, CallStatement):
        return ()
    args = list(call.args)
    place = knowledge.rng.randrange(len(args))
    if called is None:
        args[place] = builder.value(ANY, depth=2)
    elif called.parameters:
        parameter = called.parameters[min(place, len(called.parameters) - 1)]
        args[place] = argument(builder.at(1), parameter)
    else:
        args[place] = builder.value(ANY, depth=1)
    return site.changed(builder, call.replace(args=tuple(args)))


def _with_new_arguments(site: Site) -> Sequence[TestCase]:
    """Make all arguments of a call anew, so that defaults come and go."""
    call, builder = site.statement, site.builder()
    assert isinstance(call, CallStatement)
    called = site.knowledge.called(call.callable)
    if called is None:
        return ()
    args, kwargs = arguments(builder.at(1), called)
    return site.changed(builder, call.replace(args=tuple(args), kwargs=tuple(kwargs.items())))


def _with_fewer_arguments(site: Site) -> Sequence[TestCase]:
    """Leave out the last argument: what an unknown function takes is found out by trying."""
    call = site.statement
    assert isinstance(call, InvokeStatement)
    return (site.case.replaced(site.place, call.replace(args=call.args[:-1])),)


def _with_more_arguments(site: Site) -> Sequence[TestCase]:
    """Add an argument to the call of an unknown function."""
    call, builder = site.statement, site.builder()
    assert isinstance(call, InvokeStatement)
    return site.changed(builder, call.replace(args=(*call.args, builder.value(ANY, depth=2))))


# Names, and what tests provide


def _to_sibling(site: Site) -> Sequence[TestCase]:
    """Take another member of an enumeration."""
    reference = site.statement
    assert isinstance(reference, ReferenceStatement)
    owner = reference.path.rpartition(".")[0]
    known = site.knowledge.subject.classes.get(owner)
    if known is None or not known.enum_members:
        return ()
    path = f"{owner}.{site.knowledge.rng.choice(known.enum_members)}"
    return (site.case.replaced(site.place, reference.replace(path=path)),)


def _in_environment(site: Site) -> Sequence[TestCase]:
    """Prepare a part of the environment in another way."""
    assert isinstance(site.statement, EnvironmentStatement)
    return (site.case.replaced(site.place, environment.changed(site.statement, site.knowledge)),)


def _provided(site: Site) -> Sequence[TestCase]:
    """Change something that the test itself provides: a class, a function, a double."""
    builder = site.builder()
    match site.statement:
        case ClassStatement() as defined:
            return site.changed(builder, definitions.changed(defined, builder))
        case StubStatement() as stub:
            return site.changed(builder, functions.changed(stub, builder))
        case FunctionStatement() as function:
            return site.changed(builder, producing.changed(function, builder))
        case DoubleStatement() as double:
            return site.changed(builder, doubles.changed(double, builder))
    return ()


MUTATIONS: tuple[Operator[Site], ...] = (
    Operator("delete statement", 0.12, _has_more, _deleted),
    Operator("insert call", 0.07, _always, _inserted(_add_call)),
    Operator("insert use of result", 0.03, _always, _inserted(_add_use)),
    Operator("insert assignment", 0.02, _always, _inserted(_add_assignment)),
    Operator("insert preparation", 0.02, _always, _prepared),
    Operator("change value", 1.0, _at(LiteralStatement), _neighbouring),
    Operator("change year", 9.0, _may_be_year, _in_another_year),
    Operator("name class", 0.4, _is_text, _naming),
    Operator("delete item", 0.3, _has_items, _on_items(_drop_item)),
    Operator("repeat item", 0.2, _has_items, _on_items(_repeat_item)),
    Operator("change item", 0.25, _has_items, _on_items(_replace_item)),
    Operator("add item", 0.25, _at(CollectionStatement), _on_items(_add_item)),
    Operator("add missed key", 0.25, _misses_keys, _with_missed_key),
    Operator("change argument", 0.5, _has_arguments, _with_other_argument),
    Operator("change arguments", 0.5, _at(CallStatement), _with_new_arguments),
    Operator("delete argument", 0.3, _takes_fewer, _with_fewer_arguments),
    Operator("add argument", 0.3, _at(InvokeStatement), _with_more_arguments),
    Operator("change member", 1.0, _at(ReferenceStatement), _to_sibling),
    Operator("change environment", 1.0, _at(EnvironmentStatement), _in_environment),
    Operator(
        "change stand-in",
        1.0,
        _at(ClassStatement, StubStatement, FunctionStatement, DoubleStatement),
        _provided,
    ),
)
"""The weights follow how often each mutation was chosen when the search was tuned by hand.

Those of changes add up to about one for each kind of statement: most mutations change an existing
statement. The year of a date is mostly changed by years, since the neighbours of its number are no
years.
"""
