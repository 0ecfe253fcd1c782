"""Arguments of a call: which parameters get one, and of which type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.texts.names import is_private
from testloom.model.types import ANY, Scalar, TypeRef
from testloom.search.providers.builder import Builder, Known
from testloom.search.providers.fields import types_of_fields
from testloom.search.providers.inputs.command_lines import GIVEN, TYPED, takes_command_line
from testloom.search.providers.inputs.texts.formats import named
from testloom.search.providers.inputs.texts.grammars import TEXT
from testloom.search.providers.inputs.types.library import library_factory
from testloom.search.providers.inputs.types.plausibility import (
    DATACLASS,
    attributes_asked,
    compared_with,
    is_beyond,
    keywords_of,
    names_asked,
    offers,
    plausible_types,
)
from testloom.search.providers.inputs.types.records import items_of, uses_by_place
from testloom.search.providers.inputs.values import type_of_literal
from testloom.search.providers.provider import held_value
from testloom.search.providers.values.collecting import COLLECTIONS, texts
from testloom.search.providers.values.functions import instead_of_outward

OPENED: Mapping[str, str] = {"io:StringIO": "builtins:open", "io:BytesIO": "io:FileIO"}
"""Streams in memory, and what opens a file that is read and written in the same way."""
USE_DEFAULT = 0.5
AGAINST_TYPE = 0.05
TOLD = 0.75
"""The probability that a parameter gets a type suggested by tests or names."""
COMPARED_WITH = 0.4
"""The probability that a parameter annotated as a plain value gets a constant it is compared with."""
PLAUSIBLE = 0.85
"""The probability that a parameter without an informative annotation gets a type its body suggests."""
DOUBLED = 0.4
FOUND = 0.7
"""The probability that a parameter whose uses fit no known type gets an object found by tests, if any."""
HOW_MANY = (0, 0, 1, 2, 3)
"""The number of values, drawn at random, for a parameter that takes any number of them."""


def arguments(builder: Builder, called: Callable) -> tuple[list[int], dict[str, int]]:
    """Values for the parameters; once a positional one is left to its default, the rest go by keyword."""
    args: list[int] = []
    kwargs: dict[str, int] = {}
    by_keyword = False
    asked = builder.knowledge.experience.demands.draw(called, builder.rng)
    for parameter in called.parameters:
        if parameter.kind == "args":
            args += [] if by_keyword else _more(builder, parameter)
        elif parameter.kind == "kwargs":
            for name, value in _keywords(builder, called, parameter).items():
                kwargs.setdefault(name, value)
        elif parameter.name not in asked and _is_left_out(called, parameter, builder.knowledge):
            by_keyword = True
        elif parameter.kind == "positional" and by_keyword:
            continue
        else:
            held = held_value(called, parameter, builder)
            value = argument(builder.within(), parameter) if held is None else held
            if parameter.kind == "keyword" or by_keyword:
                kwargs[parameter.name] = value
            else:
                args.append(value)
    own = {parameter.name for parameter in called.parameters}
    for name in asked:
        if name not in own:
            kwargs[name] = keyword(builder.within(), called, name)
    return args, kwargs


def keyword(builder: Builder, called: Callable, name: str) -> int:
    """Make a value for an argument requested by its name; never None."""
    own = next((parameter for parameter in called.parameters if parameter.name == name), None)
    if own is None:
        gathering = next((p for p in called.parameters if p.kind == "kwargs"), Parameter(name))
        told = keywords_of(builder.knowledge.record_for(gathering)).get(name, ANY)
        own = Parameter(name, type=gathering.type if told == ANY else told)
    return builder.something(argument(builder, own))


def _is_left_out(called: Callable, parameter: Parameter, knowledge: Known) -> bool:
    """Whether a parameter keeps its default; what is named as private does but as a last resort.

    The default of a command line is the one of pytest, that of a clock differs from run to run.
    """
    if not parameter.has_default:
        return False
    if parameter.is_outward:
        return not knowledge.last_resort.has_doubles
    if is_private(f":{parameter.name}") and not knowledge.last_resort.private(knowledge.rng):
        return True
    if knowledge.rng.random() < (1 - GIVEN if takes_command_line(parameter) else USE_DEFAULT):
        return True
    return knowledge.experience.blames.spares(called, parameter, knowledge.rng)


def _more(builder: Builder, parameter: Parameter) -> list[int]:
    """Values for a parameter that takes any number of them, by what code does with each, or at its place."""
    each, places = items_of(parameter.uses), uses_by_place(parameter.uses)
    number = builder.rng.choice((*HOW_MANY, *(place + 1 for place in places)))
    told = (replace(parameter, uses=places.get(place, each)) for place in range(number))
    return [argument(builder.within(), one) for one in told]


def _keywords(builder: Builder, called: Callable, parameter: Parameter) -> dict[str, int]:
    """Arguments for a parameter that takes any by keyword, mostly those that code looks up in it."""
    number = builder.rng.choice(HOW_MANY)
    asked = keywords_of(builder.knowledge.record_for(parameter)) or types_of_fields(builder.draft)
    if asked and builder.rng.random() < TOLD:
        names = list(asked)
    elif builder.knowledge.experience.demands.is_wary(called, builder.rng):
        names = []
    else:
        names = [text for text in builder.knowledge.values.texts if text.isidentifier()]
    given = {}
    for name in builder.rng.sample(names, min(number, len(names))):
        told = asked.get(name, ANY)
        given[name] = builder.value(parameter.type if told == ANY else told)
    return given


def argument(builder: Builder, parameter: Parameter) -> int:
    """Make a value for a parameter, from its annotation, its default, or its uses in the body.

    Now and then it fits none of these: subjects check the types of their arguments.
    """
    if parameter.is_outward and builder.knowledge.last_resort.has_doubles:
        return instead_of_outward(builder, parameter.type)
    if (typed := _typed(builder, parameter)) is not None:
        return typed
    kind = builder.knowledge.kind_of(parameter)
    if builder.rng.random() < AGAINST_TYPE and not builder.is_settled(kind):
        return builder.value(ANY, depth=builder.depth)
    if kind.name == "union" and ANY in kind.args:
        known = [one for one in kind.args if one != ANY]
        kind = builder.rng.choice(known) if known and builder.rng.random() < TOLD else ANY
    if (told := _told(builder, parameter, kind)) != kind and builder.rng.random() < TOLD:
        kind = told
    if kind.name == "type" and _is_open(kind) and DATACLASS in parameter.uses:
        kind = builder.rng.choice(plausible_types(replace(parameter, type=kind), builder.subject))
    if kind.name != "any":
        return builder.value(kind, depth=builder.depth)
    if parameter.has_default and parameter.default is not None and builder.rng.random() < 0.7:
        return builder.value(type_of_literal(parameter.default), depth=builder.depth)
    plausible = builder.knowledge.plausible_types(parameter)
    if (found := _found(parameter, plausible, builder)) and builder.rng.random() < FOUND:
        return builder.value(builder.rng.choice(found), depth=builder.depth)
    if _is_doubled(parameter, plausible, builder.knowledge):
        return builder.double("", names_asked(parameter))
    is_told = plausible and builder.rng.random() < PLAUSIBLE
    return builder.value(builder.rng.choice(plausible) if is_told else ANY, depth=builder.depth)


def _told(builder: Builder, parameter: Parameter, kind: TypeRef) -> TypeRef:
    """What code tells of a collection or a text besides its annotation, if it does."""
    if kind.name in COLLECTIONS:
        record = builder.knowledge.record_for(parameter)
        is_more = record is not None and (_is_open(kind) or _holds_texts(record, kind))
        return record if record is not None and is_more else kind
    if (opened := _opened(parameter, kind, builder.subject)) is not None:
        return opened
    told = named(parameter.name, kind)
    if kind.name == "str":
        plausible = builder.knowledge.plausible_types(parameter)
        told = next((known for known in plausible if known.name == TEXT), told)
    constants = (*_constants(parameter, kind), *_digits(parameter, kind, builder)) if told == kind else ()
    if constants and builder.rng.random() < COMPARED_WITH:
        return TypeRef("literal", values=constants)
    return told


def _opened(parameter: Parameter, kind: TypeRef, subject: Subject) -> TypeRef | None:
    """An opened file where a stream is wanted and code asks for more than one in memory has; else None.

    Both are entered by `with` and have lines.
    """
    stream = library_factory(kind.name)
    if stream is None or stream.id not in OPENED:
        return None
    if all(offers(stream.id, name, subject) for name in attributes_asked(parameter.uses)):
        return None
    opened = TypeRef(OPENED[stream.id])
    return None if is_beyond(parameter, [opened], subject) else opened


def _constants(parameter: Parameter, kind: TypeRef) -> tuple[Scalar, ...]:
    """What is not empty and of a plain type of the constants with which code compares a parameter."""
    constants = (value for value in compared_with(parameter.uses) if type(value).__name__ == kind.name)
    return tuple(value for value in constants if value not in ("", b""))


def _digits(parameter: Parameter, kind: TypeRef, builder: Builder) -> tuple[Scalar, ...]:
    """A number as text or as bytes, if code reads one from a parameter."""
    if kind.name not in ("str", "bytes") or "int" not in parameter.uses:
        return ()
    text = str(builder.knowledge.values.integer())
    return (text if kind.name == "str" else text.encode("ascii"),)


def _typed(builder: Builder, parameter: Parameter) -> int | None:
    """The words of a command line, or what is typed in, if a parameter takes that."""
    if takes_command_line(parameter) and builder.rng.random() < GIVEN:
        return texts(builder, builder.knowledge.command_lines.of(parameter))
    return builder.literal(builder.knowledge.command_lines.typed()) if TYPED in parameter.uses else None


def _is_open(kind: TypeRef) -> bool:
    """Whether an annotation says nothing of what a collection holds."""
    return not kind.args or kind.args[-1] in (ANY, TypeRef("dict"))


def _holds_texts(record: TypeRef, kind: TypeRef) -> bool:
    """Whether code says more of the texts in a list than its annotation does."""
    return kind.args[-1].name == "str" and record.name == "list" and bool(record.args[0].args)


def _found(parameter: Parameter, plausible: list[TypeRef], builder: Builder) -> list[TypeRef]:
    """The types of objects that tests came by, where nothing else that is known offers what a body asks."""
    items = Parameter(parameter.name, uses=items_of(parameter.uses))
    if is_beyond(parameter, plausible, builder.subject):
        return builder.knowledge.found_types(parameter)
    if is_beyond(items, [item for kind in plausible for item in _either(kind.args)], builder.subject):
        return [TypeRef("list", (kind,)) for kind in builder.knowledge.found_types(items)]
    return []


def _either(kinds: Iterable[TypeRef]) -> Iterator[TypeRef]:
    """The types, of a union each of its."""
    for kind in kinds:
        yield from kind.args if kind.name == "union" else (kind,)


def _is_doubled(parameter: Parameter, plausible: list[TypeRef], knowledge: Known) -> bool:
    """Whether an argument of an unknown type is doubled: at once if nothing else offers what it must."""
    if knowledge.last_resort.has_doubles and is_beyond(parameter, plausible, knowledge.subject):
        return knowledge.rng.random() < DOUBLED
    return knowledge.last_resort.doubles_buildable(knowledge.rng)
