"""Classes that a test defines: subclasses that add what is missing, and classes with a metaclass.

They are there where nothing else leads: no class of the subject is what is wanted, or code of it runs when
classes are defined.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from testloom.model.statements import (
    DATACLASS,
    ClassStatement,
    MakeStatement,
    Member,
    Statement,
)
from testloom.model.subject import Callable, Missing, Subject, SubjectClass
from testloom.model.texts.names import is_private
from testloom.model.types import ANY, TypeRef
from testloom.search.breeding.classes.collected import another, hook_at, keywords_for, members_for, said
from testloom.search.breeding.classes.dataclass_types import (
    dataclass_type,
    enum_member,
    enum_type,
    names_in,
    with_other_field,
)
from testloom.search.breeding.classes.descriptors import at_work
from testloom.search.breeding.classes.kinds import ENUM, OF_DATA, class_of
from testloom.search.breeding.classes.lacked import lacked_member
from testloom.search.breeding.classes.markers import class_of_marked, is_marked, with_marked
from testloom.search.breeding.classes.names import ITEMS, class_named, subclass_names
from testloom.search.breeding.draft import Draft
from testloom.search.breeding.values.functions import raised
from testloom.search.breeding.values.value_maker import ValueMaker

SAID = 0.5
"""How often a body gives a value to a name that is looked up in it."""
RAISING = 0.1
DEFINED = 0.4
"""How often a class of which nothing is known is one that the test defines."""
SUBCLASSED = 0.2
"""How often a subclass is handed over where the class itself would be of the type that is wanted."""
DERIVED = 0.7
"""How often a class with a metaclass is a subclass of one that the subject has."""
COMPLETED = 0.5
"""How often the object of a method is one of a subclass that adds what its class does not implement."""
JOINED, SELDOM_JOINED = 0.8, 0.2
"""How often an object of a class that was seen to lack something is one of a subclass that adds it.

That is seldom where methods of the class set all that it lacks, which are better called before.
"""
FIELDED = 0.7
"""How often an object of a class whose subclasses have fields is one of a subclass that the test defines."""
OPEN = ("*args",)
"""The parameters of a function of which nobody has said what it takes."""


def by_definition(draft: Draft, called: Callable, depth: int, maker: ValueMaker) -> int | None:
    """Append the definition of a class that runs a callable by itself, or with its descriptor; else None."""
    if called.kind == "definition":
        return definition(draft, called, depth, maker)
    return at_work(draft, called, depth, maker) if maker.last_resort.defines_classes else None


def definition(draft: Draft, called: Callable, depth: int, maker: ValueMaker, base: str = "") -> int:
    """Append the definition of a class that runs code of the subject: with a metaclass, or of a subclass.

    A `base` is one that has the metaclass.
    """
    _, keywords = maker.arguments(draft, called, depth + 1)
    names = [name for name in called.reads if maker.rng.random() < SAID]
    members = [said(name, draft, depth, maker) for name in names]
    members += members_for(called, names, draft, depth, maker)
    is_of_base = bool(base) or bool(called.collects)
    base = base or _base_for(called, maker)
    if base:
        made = class_named(subclass_names(base), draft, maker, bases=(base,))
        members += _added(base, draft, depth, maker)
    else:
        made = class_named(ITEMS, draft, maker, metaclass=called.owner or "")
    returns = class_of(base) if base and is_of_base else called.returns
    return draft.add(made.replace(members=tuple(members), keywords=tuple(keywords.items())), returns)


def _base_for(called: Callable, maker: ValueMaker) -> str:
    """The base of a class whose definition runs code; "" for one that has nothing but the metaclass.

    Public classes are the way to a private metaclass.
    """
    owner = called.owner or ""
    bases = _made_with(owner, maker.subject) if called.is_metaclass else []
    if bases and (is_private(owner) or maker.rng.random() < DERIVED):
        return maker.rng.choice(bases)
    return "" if called.is_metaclass else owner


def _made_with(metaclass: str, subject: Subject) -> list[str]:
    """The classes of the subject that have a metaclass."""
    known = [known.id for known in subject.classes.values() if known.metaclass == metaclass]
    return [name for name in known if not is_private(name)] or known


def subclass(draft: Draft, base: str, depth: int, maker: ValueMaker) -> int:
    """Append the definition of a class with a base, which adds all that the base lacks."""
    if (hook := hook_of(base, maker.subject)) is not None:
        return definition(draft, hook, depth, maker)
    if (hook := hook_at(base, maker)) is not None:
        return definition(draft, hook, depth, maker, base)
    made = class_named(subclass_names(base), draft, maker, bases=(base,))
    return draft.add(made.having(_added(base, draft, depth, maker)), class_of(base))


def plain_type(draft: Draft, maker: ValueMaker) -> int:
    """Append the definition of a class that is nothing but a class."""
    return draft.add(class_named(ITEMS, draft, maker), class_of("object"))


def instance(draft: Draft, base: str, constructor: Callable | None, depth: int, maker: ValueMaker) -> int:
    """Append an instance of a class with a base that the test defines, or has defined."""
    known = draft.of_class(class_of(base))
    kind = maker.rng.choice(known) if known else subclass(draft, base, depth, maker)
    args, kwargs = maker.arguments(draft, constructor, depth + 1) if constructor is not None else ([], {})
    if constructor is not None and any(parameter.kind == "kwargs" for parameter in constructor.parameters):
        kwargs = keywords_for(kind, draft, depth, maker) or kwargs
    made = MakeStatement(maker.next_id(), base, kind, tuple(args), tuple(kwargs.items()))
    return draft.add(made, TypeRef(base))


def object_of(
    draft: Draft, class_id: str, made_by: Callable | None, depth: int, maker: ValueMaker, *, is_receiver: bool
) -> int | None:
    """Append an object of a class that the test defines for it; None if another will do.

    That is a member of an enum, or the object of a method whose class is abstract and has no `made_by`, or
    leaves other methods or fields to subclasses, or any object of a class that was seen to lack something.
    """
    if class_id == ENUM:
        return enum_member(draft, maker)
    known = maker.subject.classes.get(class_id)
    if known is not None and _has_fields(class_id, maker) and maker.rng.random() < FIELDED:
        return instance(draft, class_id, maker.subject.callables.get(class_id), depth, maker)
    constructor = maker.subject.callables.get(class_id)
    is_of_itself = made_by is None or made_by.id == class_id
    if is_of_itself and _is_joined(class_id, maker):
        return instance(draft, class_id, constructor, depth, maker)
    if not is_receiver or known is None:
        return None
    if known.is_abstract:
        is_own = made_by is None and constructor is not None and constructor.in_subject
        return instance(draft, class_id, constructor, depth, maker) if is_own else None
    is_left_open = bool(known.missing) and maker.rng.random() < COMPLETED
    return instance(draft, class_id, constructor, depth, maker) if is_left_open else None


def _is_joined(class_id: str, maker: ValueMaker) -> bool:
    """Whether an object is to be one of a subclass that adds what others were seen to lack."""
    seen = maker.lacks.seen(class_id)
    chance = SELDOM_JOINED if all(entry.is_set_later for entry in seen) else JOINED
    return bool(seen) and maker.rng.random() < chance


def _has_fields(class_id: str, maker: ValueMaker) -> bool:
    """Whether a hook looks for values in the bodies of the subclasses of a class."""
    inherited = hook_of(class_id, maker.subject)
    return hook_at(class_id, maker) is not None or (inherited is not None and bool(inherited.collects))


def class_asked(draft: Draft, owner: str, depth: int, maker: ValueMaker) -> int | None:
    """Append, or find, a subclass for a class method whose own class leaves something to such; else None."""
    known = maker.subject.classes.get(owner)
    is_left_open = known is not None and (bool(known.missing) or _has_fields(owner, maker))
    is_left_open = is_left_open or bool(maker.lacks.seen(owner))
    if not is_left_open or maker.rng.random() >= COMPLETED:
        return None
    defined = draft.of_class(class_of(owner))
    return maker.rng.choice(defined) if defined else subclass(draft, owner, depth, maker)


def own(subject: Subject) -> list[SubjectClass]:
    """The public classes of the subject of which there may be objects."""
    return [
        known
        for known in subject.classes.values()
        if known.in_subject and not known.is_abstract and not is_private(known.id)
    ]


def existing(bound: str, subject: Subject) -> list[str]:
    """The classes of the subject that may stand where one with such instances is wanted."""
    kinds = [known for known in subject.classes.values() if not known.is_abstract]
    return [known.id for known in kinds if bound in ("any", known.id, *known.bases)]


def class_for(draft: Draft, bound: str, known: Sequence[str], depth: int, maker: ValueMaker) -> int | None:
    """Append a class with such instances, where none of those that are `known` is to be taken; else None."""
    if (marked := class_of_marked(draft, bound, depth, maker)) is not None:
        return marked
    if bound == OF_DATA:
        return dataclass_type(draft, maker)
    if bound == ENUM:
        return enum_type(draft, maker)
    is_alone = list(known) == [bound] and maker.rng.random() < SUBCLASSED
    if (is_alone or not known) and ":" in bound:
        return subclass(draft, bound, depth, maker)
    return plain_type(draft, maker) if not known and maker.rng.random() < DEFINED else None


def hook_of(base: str, subject: Subject) -> Callable | None:
    """What runs when a subclass is defined, of the base or its nearest own base that says it."""
    pending, seen = [base], set[str]()
    while pending:
        name = pending.pop(0)
        found = subject.callables.get(f"{name}.__init_subclass__")
        if found is not None:
            return replace(found, owner=base)
        known = subject.classes.get(name)
        pending += [other for other in (known.bases if known else ()) if other not in seen]
        seen.add(name)
    return None


def _hook_in(statement: ClassStatement, subject: Subject) -> Callable | None:
    """What runs when a class is defined."""
    metaclasses = [subject.classes[base].metaclass for base in statement.bases if base in subject.classes]
    own = (subject.callables.get(name) for name in (statement.metaclass, *metaclasses))
    inherited = (hook_of(base, subject) for base in statement.bases)
    return next((found for found in (*own, *inherited) if found is not None), None)


def changed(statement: ClassStatement, draft: Draft, maker: ValueMaker) -> Statement:
    """One name of the body more, less, or with another value; or other keywords."""
    rng = maker.rng
    hook = _hook_in(statement, maker.subject)
    ways: list[Statement] = []
    if maker.subject.markers and is_marked(statement):
        ways.append(with_marked(statement, draft, maker))
    if DATACLASS in statement.decorators:
        ways.append(with_other_field(statement, draft, maker))
    if hook is not None and hook.parameters:
        _, keywords = maker.arguments(draft, hook, 2)
        ways.append(statement.replace(keywords=tuple(keywords.items())))
    unsaid = [name for name in hook.reads if name not in names_in(statement)] if hook is not None else []
    if unsaid:
        ways.append(statement.having((*statement.members, said(rng.choice(unsaid), draft, 1, maker))))
    if hook is not None and (found := another(hook, names_in(statement), draft, maker)):
        ways.append(statement.having((*statement.members, *found)))
    if functions := [place for place, member in enumerate(statement.members) if member.is_function]:
        ways.append(_with_other_result(statement, rng.choice(functions), draft, maker))
    loose = [member for member in statement.members if member.kind == "value"]
    if loose:
        gone = rng.choice(loose)
        ways.append(statement.having(member for member in statement.members if member is not gone))
    return rng.choice(ways) if ways else statement


def _added(base: str, draft: Draft, depth: int, maker: ValueMaker) -> list[Member]:
    """What a subclass adds to a base: what this leaves open, and what its objects were seen to lack."""
    known = maker.subject.classes.get(base)
    added = [_member(missing, draft, depth, maker) for missing in (known.missing if known else ())]
    return [*added, *(lacked_member(base, entry, draft, depth, maker) for entry in maker.lacks.seen(base))]


def _member(missing: Missing, draft: Draft, depth: int, maker: ValueMaker) -> Member:
    """A method or property that returns something of its type, or now and then raises."""
    kind = "method" if missing.kind not in ("classmethod", "staticmethod", "property") else missing.kind
    made = Member(kind, missing.name, parameters=missing.parameters, is_async=missing.is_coroutine)
    if maker.rng.random() < RAISING:
        return made.replace(value=raised(draft, maker), raises=True)
    if missing.returns.name == "none":
        return made
    return made.replace(value=maker.value(draft, missing.returns, depth + 2))


def _with_other_result(
    statement: ClassStatement, place: int, draft: Draft, maker: ValueMaker
) -> ClassStatement:
    """Another value that a function of the class returns, or raises."""
    member = statement.members[place]
    raises = maker.rng.random() < RAISING
    if raises:
        value = raised(draft, maker)
    else:
        known = ANY if member.value is None or member.raises else draft.types.get(member.value, ANY)
        value = maker.value(draft, known, 2)
    other = member.replace(value=value, raises=raises)
    return statement.having((*statement.members[:place], other, *statement.members[place + 1 :]))
