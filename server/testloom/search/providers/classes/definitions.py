"""Classes that a test defines: subclasses that add missing members, and classes with a metaclass.

They are a last resort: no class of the subject fits, or code of the subject runs when classes are
defined.
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
from testloom.model.subject import AbstractMember, Callable, Subject, SubjectClass
from testloom.model.texts.names import is_private
from testloom.model.types import ANY, TypeRef
from testloom.search.providers.arguments import arguments
from testloom.search.providers.builder import Builder, Known
from testloom.search.providers.classes.collected import another, hook_at, keywords_for, members_for, said
from testloom.search.providers.classes.dataclass_types import (
    dataclass_type,
    enum_member,
    enum_type,
    names_in,
    with_other_field,
)
from testloom.search.providers.classes.descriptors import at_work
from testloom.search.providers.classes.kinds import ENUM, OF_DATA, class_of
from testloom.search.providers.classes.lacked import lacked_member
from testloom.search.providers.classes.markers import class_of_marked, is_marked, with_marked
from testloom.search.providers.classes.names import ITEMS, class_named, subclass_names
from testloom.search.providers.values.functions import raised

SAID = 0.5
"""The probability that a class body gives a value to a name that is looked up in it."""
RAISING = 0.1
DEFINED = 0.4
"""The probability that a class of unknown type is one that the test defines."""
SUBCLASSED = 0.2
"""The probability that a subclass is passed where the class itself would also have the wanted type."""
DERIVED = 0.7
"""The probability that a class with a metaclass is a subclass of one in the subject."""
COMPLETED = 0.5
"""The probability that a method's object is an instance of a subclass that completes its class."""
JOINED, SELDOM_JOINED = 0.8, 0.2
"""The probability that an object whose class lacks an attribute is of a subclass that adds it.

The second value is used if methods of the class set everything that it lacks; calling these first is
better.
"""
FIELDED = 0.7
"""The probability that an object is of a test's own subclass, if subclasses have fields."""
OPEN = ("*args",)
"""The parameters of a function whose parameters are unknown."""


def by_definition(builder: Builder, called: Callable) -> int | None:
    """Append the definition of a class that runs a callable by itself, or with its descriptor; else None."""
    if called.kind == "definition":
        return definition(builder, called)
    return at_work(builder, called) if builder.knowledge.last_resort.defines_classes else None


def definition(builder: Builder, called: Callable, base: str = "") -> int:
    """Append the definition of a class that runs code of the subject: with a metaclass, or of a subclass.

    A `base` is one that has the metaclass.
    """
    _, keywords = arguments(builder.within(), called)
    names = [name for name in called.reads if builder.rng.random() < SAID]
    members = [said(name, builder) for name in names]
    members += members_for(called, names, builder)
    is_of_base = bool(base) or bool(called.collects)
    base = base or _base_for(called, builder.knowledge)
    if base:
        made = class_named(subclass_names(base), builder, bases=(base,))
        members += _added(base, builder)
    else:
        made = class_named(ITEMS, builder, metaclass=called.owner or "")
    returns = class_of(base) if base and is_of_base else called.returns
    return builder.add(made.replace(members=tuple(members), keywords=tuple(keywords.items())), returns)


def _base_for(called: Callable, knowledge: Known) -> str:
    """The base of a class whose definition runs code; "" for one that has nothing but the metaclass.

    Public classes are the way to a private metaclass.
    """
    owner = called.owner or ""
    bases = _made_with(owner, knowledge.subject) if called.is_metaclass else []
    if bases and (is_private(owner) or knowledge.rng.random() < DERIVED):
        return knowledge.rng.choice(bases)
    return "" if called.is_metaclass else owner


def _made_with(metaclass: str, subject: Subject) -> list[str]:
    """The classes of the subject that have a metaclass."""
    known = [known.id for known in subject.classes.values() if known.metaclass == metaclass]
    return [name for name in known if not is_private(name)] or known


def subclass(builder: Builder, base: str) -> int:
    """Append the definition of a class with a base, which adds all that the base lacks."""
    if (hook := hook_of(base, builder.subject)) is not None:
        return definition(builder, hook)
    if (hook := hook_at(base, builder.knowledge)) is not None:
        return definition(builder, hook, base)
    made = class_named(subclass_names(base), builder, bases=(base,))
    return builder.add(made.having(_added(base, builder)), class_of(base))


def plain_type(builder: Builder) -> int:
    """Append the definition of a class that is nothing but a class."""
    return builder.add(class_named(ITEMS, builder), class_of("object"))


def instance(builder: Builder, base: str, constructor: Callable | None) -> int:
    """Append an instance of a class with a base that the test defines, or has defined."""
    known = builder.draft.of_class(class_of(base))
    kind = builder.rng.choice(known) if known else subclass(builder, base)
    args, kwargs = arguments(builder.within(), constructor) if constructor is not None else ([], {})
    if constructor is not None and any(parameter.kind == "kwargs" for parameter in constructor.parameters):
        kwargs = keywords_for(kind, builder) or kwargs
    made = MakeStatement(builder.next_id(), base, kind, tuple(args), tuple(kwargs.items()))
    return builder.add(made, TypeRef(base))


def object_of(builder: Builder, class_id: str, made_by: Callable | None) -> int | None:
    """Append an object of a class that the test defines for it; None if another will do.

    That is a member of an enum, or the object of a method whose class is abstract and has no `made_by`, or
    leaves other methods or fields to subclasses, or any object of a class that was seen to lack something.
    """
    if class_id == ENUM:
        return enum_member(builder)
    known = builder.subject.classes.get(class_id)
    if known is not None and _has_fields(class_id, builder.knowledge) and builder.rng.random() < FIELDED:
        return instance(builder, class_id, builder.subject.callables.get(class_id))
    constructor = builder.subject.callables.get(class_id)
    is_of_itself = made_by is None or made_by.id == class_id
    if is_of_itself and _is_joined(class_id, builder.knowledge):
        return instance(builder, class_id, constructor)
    if not builder.is_receiver or known is None:
        return None
    if known.is_abstract:
        is_own = made_by is None and constructor is not None and constructor.in_subject
        return instance(builder, class_id, constructor) if is_own else None
    is_left_open = bool(known.missing) and builder.rng.random() < COMPLETED
    return instance(builder, class_id, constructor) if is_left_open else None


def _is_joined(class_id: str, knowledge: Known) -> bool:
    """Whether an object is to be one of a subclass that adds what others were seen to lack."""
    seen = knowledge.experience.lacks.seen(class_id)
    chance = SELDOM_JOINED if all(entry.is_set_later for entry in seen) else JOINED
    return bool(seen) and knowledge.rng.random() < chance


def _has_fields(class_id: str, knowledge: Known) -> bool:
    """Whether a hook looks for values in the bodies of the subclasses of a class."""
    inherited = hook_of(class_id, knowledge.subject)
    return hook_at(class_id, knowledge) is not None or (inherited is not None and bool(inherited.collects))


def class_asked(builder: Builder, owner: str) -> int | None:
    """Append, or find, a subclass for a class method whose own class leaves something to such; else None."""
    known = builder.subject.classes.get(owner)
    is_left_open = known is not None and (bool(known.missing) or _has_fields(owner, builder.knowledge))
    is_left_open = is_left_open or bool(builder.knowledge.experience.lacks.seen(owner))
    if not is_left_open or builder.rng.random() >= COMPLETED:
        return None
    defined = builder.draft.of_class(class_of(owner))
    return builder.rng.choice(defined) if defined else subclass(builder, owner)


def own(subject: Subject) -> list[SubjectClass]:
    """List the public classes of the subject that can have instances."""
    return [
        known
        for known in subject.classes.values()
        if known.in_subject and not known.is_abstract and not is_private(known.id)
    ]


def existing(bound: str, subject: Subject) -> list[str]:
    """List the classes of the subject that fit where a class with such instances is wanted."""
    kinds = [known for known in subject.classes.values() if not known.is_abstract]
    return [known.id for known in kinds if bound in ("any", known.id, *known.bases)]


def class_for(builder: Builder, bound: str, known: Sequence[str]) -> int | None:
    """Append a class with such instances, where none of those that are `known` is to be taken; else None."""
    if (marked := class_of_marked(builder, bound)) is not None:
        return marked
    if bound == OF_DATA:
        return dataclass_type(builder)
    if bound == ENUM:
        return enum_type(builder)
    is_alone = list(known) == [bound] and builder.rng.random() < SUBCLASSED
    if (is_alone or not known) and ":" in bound:
        return subclass(builder, bound)
    return plain_type(builder) if not known and builder.rng.random() < DEFINED else None


def hook_of(base: str, subject: Subject) -> Callable | None:
    """Find the `__init_subclass__` that defining a subclass runs, of the base or the nearest of its bases."""
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


def changed(statement: ClassStatement, builder: Builder) -> Statement:
    """Change the class: one name of the body more, less, or with another value; or other keywords."""
    rng = builder.rng
    hook = _hook_in(statement, builder.subject)
    ways: list[Statement] = []
    if builder.subject.markers and is_marked(statement):
        ways.append(with_marked(statement, builder))
    if DATACLASS in statement.decorators:
        ways.append(with_other_field(statement, builder))
    if hook is not None and hook.parameters:
        _, keywords = arguments(builder.at(2), hook)
        ways.append(statement.replace(keywords=tuple(keywords.items())))
    unsaid = [name for name in hook.reads if name not in names_in(statement)] if hook is not None else []
    if unsaid:
        ways.append(statement.having((*statement.members, said(rng.choice(unsaid), builder.at(1)))))
    if hook is not None and (found := another(hook, names_in(statement), builder)):
        ways.append(statement.having((*statement.members, *found)))
    if functions := [place for place, member in enumerate(statement.members) if member.is_function]:
        ways.append(_with_other_result(statement, rng.choice(functions), builder))
    loose = [member for member in statement.members if member.kind == "value"]
    if loose:
        gone = rng.choice(loose)
        ways.append(statement.having(member for member in statement.members if member is not gone))
    return rng.choice(ways) if ways else statement


def _added(base: str, builder: Builder) -> list[Member]:
    """What a subclass adds to a base: what this leaves open, and what its objects were seen to lack."""
    known = builder.subject.classes.get(base)
    added = [_member(missing, builder) for missing in (known.missing if known else ())]
    return [
        *added,
        *(lacked_member(base, entry, builder) for entry in builder.knowledge.experience.lacks.seen(base)),
    ]


def _member(missing: AbstractMember, builder: Builder) -> Member:
    """A method or property that returns something of its type, or now and then raises."""
    kind = "method" if missing.kind not in ("classmethod", "staticmethod", "property") else missing.kind
    made = Member(kind, missing.name, parameters=missing.parameters, is_async=missing.is_coroutine)
    if builder.rng.random() < RAISING:
        return made.replace(value=raised(builder), raises=True)
    if missing.returns.name == "none":
        return made
    return made.replace(value=builder.value(missing.returns, depth=builder.depth + 2))


def _with_other_result(statement: ClassStatement, place: int, builder: Builder) -> ClassStatement:
    """Another value that a function of the class returns, or raises."""
    member = statement.members[place]
    raises = builder.rng.random() < RAISING
    if raises:
        value = raised(builder)
    else:
        known = ANY if member.value is None or member.raises else builder.draft.types.get(member.value, ANY)
        value = builder.value(known, depth=2)
    other = member.replace(value=value, raises=raises)
    return statement.having((*statement.members[:place], other, *statement.members[place + 1 :]))
