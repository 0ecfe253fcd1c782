"""Plain values: the simplest values of a type, as the statements that make them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    StubStatement,
)
from testloom.model.subject import Callable, Parameter, Subject, SubjectClass
from testloom.model.texts.names import is_private
from testloom.model.types import ANY, Scalar, TypeRef, alternatives
from testloom.search.providers.inputs.limited import plainest
from testloom.search.providers.inputs.types.library import library_factory
from testloom.search.providers.inputs.types.plausibility import EXCEPTION
from testloom.search.providers.inputs.values import type_of_literal
from testloom.search.providers.provider import ValueProvider, likely_types
from testloom.search.providers.values.collecting import COLLECTIONS
from testloom.search.providers.values.functions import AWAITABLE, CALLABLE, result_of

PLAIN: Mapping[str, tuple[Scalar, ...]] = {
    "int": (1, 0, -1),
    "float": (1.5, 0.0),
    "str": ("a", ""),
    "bytes": (b"a", b""),
    "bool": (False, True),
    "none": (None,),
}
PLAIN_VALUES = ("a", 1)
"""Values in place of an object that a test hardly needs."""
RAISED = "builtins:ValueError"
"""The exception that a function raises if any exception will do."""
PLAIN_CLASSES: Mapping[str, str] = {"any": "builtins:int", EXCEPTION: RAISED}
"""The plainest class by the one that it has to be derived from."""
MOST_MEMBERS = 3
MOST_LITERALS = 3
MOST_ITEMS = 12
"""The most items of a plain collection."""
MOST_KINDS = 5
"""The most types of a parameter that are tried: of dozens that fit alike, each may need another."""
DEEPEST = 2
"""The deepest nesting of constructors for a plain object."""

Made = tuple[Statement, ...]
"""Statements, the last of which yields the value."""


def plain_values(kind: TypeRef, fresh: int, subject: Subject, depth: int = 0) -> Iterator[Made]:
    """Values of a type from the plainest on; their ids are `fresh` and those after it.

    An object is made by its constructor, with plain values for what that requires.
    """
    values = kind.values[:MOST_LITERALS] if kind.name == "literal" else PLAIN.get(kind.name, ())
    for value in values if kind.limits is None else plainest(values, kind.limits):
        yield (LiteralStatement(fresh, value),)
    known = subject.classes.get(kind.name)
    for member in known.enum_members[:MOST_MEMBERS] if known is not None else ():
        yield (ReferenceStatement(fresh, f"{kind.name}.{member}"),)
    if kind.name in COLLECTIONS:
        yield from _collections(kind, fresh, subject, depth)
    if kind.name == CALLABLE:
        yield from _functions(kind, fresh, subject, depth)
    if kind.name == "type" and (named := PLAIN_CLASSES.get(kind.args[0].name if kind.args else "any")):
        yield (ReferenceStatement(fresh, named),)
    for provider in subject.capabilities.of(ValueProvider) if kind.is_class else ():
        if made := tuple(provider.plain(kind, fresh)):
            yield made
    maker = _maker(kind, subject)
    if maker is not None and depth < DEEPEST:
        yield from _objects(maker, fresh, subject, depth + 1)


def _collections(kind: TypeRef, fresh: int, subject: Subject, depth: int) -> Iterator[Made]:
    """An empty collection and one of a plain item, or one with as many of these as it has to have."""
    least = kind.limits.min_length or 0 if kind.limits else 0
    sizes = (0, 1) if not least else (least,) if least <= MOST_ITEMS else (0,)
    for size in sizes:
        if (made := _collection(kind, size, fresh, subject, depth)) is not None:
            yield made


def _collection(kind: TypeRef, size: int, fresh: int, subject: Subject, depth: int) -> Made | None:
    """A collection of so many of the plainest items; None if there are no plain ones."""
    items: list[int] = []
    statements: list[Statement] = []
    for part in _parts(kind, size):
        wanted = [TypeRef("str")] if part == ANY else alternatives(part)
        made = plainest_value(wanted, fresh + len(statements), subject, depth)
        if made is None:
            return None
        statements += made
        items.append(made[-1].id)
    return (*statements, CollectionStatement(fresh + len(statements), COLLECTIONS[kind.name], tuple(items)))


def _parts(kind: TypeRef, size: int) -> Sequence[TypeRef]:
    """List the types of so many items; a tuple of several types has one item of each, or none."""
    if kind.name == "tuple" and len(kind.args) > 1:
        return kind.args if size else ()
    parts = kind.args or (ANY,) * (2 if kind.name == "dict" else 1)
    return (parts if kind.name == "dict" else parts[:1]) * size


def _functions(kind: TypeRef, fresh: int, subject: Subject, depth: int) -> Iterator[Made]:
    """A function that answers with the plainest value of its type, and one that raises."""
    result = result_of(kind)
    is_async = result.name == AWAITABLE
    answered = result.args[0] if is_async and result.args else result
    made = plainest_value([answered, TypeRef("str")], fresh, subject, depth) or ()
    for answer in (made, (ReferenceStatement(fresh, RAISED),)):
        ids = tuple(statement.id for statement in answer[-1:])
        raises = ids if answer is not made else ()
        yield (*answer, StubStatement(fresh + len(answer), ids, raises, is_async))


def is_needed(parameter: Parameter) -> bool:
    """Check whether a parameter needs an argument in each test: without default, or one that varies."""
    return not parameter.has_default or parameter.is_outward


def wanted_types(parameter: Parameter, subject: Subject) -> list[TypeRef]:
    """List the types that an argument should have; empty if nothing is known."""
    if parameter.type.name == "any":
        if parameter.has_default and parameter.default is not None:
            return [type_of_literal(parameter.default)]
        return likely_types(parameter, subject)
    return alternatives(parameter.type)


def _maker(kind: TypeRef, subject: Subject) -> Callable | None:
    """What makes objects of a class: ours for those of the standard library, or its public constructor."""
    factory = library_factory(kind.name) if kind.is_class else None
    known = subject.classes.get(kind.name)
    if factory is not None or known is None or known.enum_members:
        return factory
    constructors = map(subject.callables.get, _concrete(known, subject))
    public = [made for made in constructors if made and not made.is_private and not is_private(made.id)]
    return min(public, key=lambda made: sum(map(is_needed, made.parameters)), default=None)


def _concrete(known: SubjectClass, subject: Subject) -> list[str]:
    """The class itself; of one that is abstract, the classes derived from it, or that have its methods."""
    if not known.is_abstract:
        return [known.id]
    return [kind.id for kind in subject.classes.values() if known.id in kind.bases and not kind.is_abstract]


def _objects(maker: Callable, fresh: int, subject: Subject, depth: int) -> Iterator[Made]:
    """Objects whose first argument varies, where that is one of a few literals."""
    required = [p for p in maker.parameters if is_needed(p) and p.kind not in ("args", "kwargs")]
    first = wanted_types(required[0], subject) if required else []
    if first and first[0].name == "literal":
        for value in first[0].values[:MOST_LITERALS]:
            made = _object(maker, required[1:], (LiteralStatement(fresh, value),), fresh, subject, depth)
            yield from (made,) if made is not None else ()
    elif (made := _object(maker, required, (), fresh, subject, depth)) is not None:
        yield made


def _object(
    maker: Callable, required: Sequence[Parameter], given: Made, fresh: int, subject: Subject, depth: int
) -> Made | None:
    """A call of what makes an object, after what is `given`; None if a parameter has no plain value."""
    statements = list(given)
    args = [statement.id for statement in given]
    kwargs: list[tuple[str, int]] = []
    for parameter in required:
        # Types that are not classes come first: None, if it will do.
        kinds = sorted(wanted_types(parameter, subject), key=lambda kind: kind.is_class)
        made = plainest_value(kinds, fresh + len(statements), subject, depth)
        if made is None:
            return None
        statements += made
        if parameter.kind == "keyword":
            kwargs.append((parameter.name, made[-1].id))
        else:
            args.append(made[-1].id)
    call = CallStatement(fresh + len(statements), maker.id, None, tuple(args), tuple(kwargs))
    return (*statements, call)


def plainest_value(kinds: Sequence[TypeRef], fresh: int, subject: Subject, depth: int = 0) -> Made | None:
    """Make the plainest value of the first types that have any; None if the first few have none.

    Where classes take objects of each other, most of the work is to find out that one has none.
    """
    hopeless = subject.inferred.hopeless
    for kind in kinds[:MOST_KINDS]:
        if (kind, depth) in hopeless:
            continue
        if (made := next(plain_values(kind, fresh, subject, depth), None)) is not None:
            return made
        hopeless.add((kind, depth))
    return None
