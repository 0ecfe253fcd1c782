"""Decoding of the agent's description of a module (docs/agent-protocol.md)."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from testloom.model.capabilities import NO_CAPABILITIES, Capabilities
from testloom.model.checks import (
    Check,
    Form,
    by_name,
    fact,
    flag,
    integer,
    many,
    one_of,
    optional,
    scalar,
    text,
)
from testloom.model.errors import AgentError
from testloom.model.limits import Limits
from testloom.model.requests import REQUEST
from testloom.model.statements.commands import read_command
from testloom.model.subject import (
    AbstractMember,
    Callable,
    Document,
    Handler,
    LackedAttribute,
    OptionalImport,
    Parameter,
    PathConstant,
    Predicate,
    PrivateCall,
    Probe,
    ProbedModule,
    Result,
    Subject,
    SubjectClass,
)
from testloom.model.types import ANY, TypeRef
from testloom.subject.contexts import contexts_of
from testloom.subject.databases import databases_of


def decode(data: Mapping[str, Any], capabilities: Capabilities = NO_CAPABILITIES) -> Subject:
    """Read a description, taking the default of every optional field that is missing.

    `capabilities` are what tests of the subject may contain besides calls and values.

    Raises:
        AgentError: if it is not a description: a field has the wrong shape, or a probe or predicate is
            named that does not exist.
    """
    try:
        subject: Subject = replace(_SUBJECT.from_object(data), capabilities=capabilities)
        _check_probes(subject)
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise AgentError(
            f"The agent's description of the module cannot be read ({type(error).__name__}: {error}).",
            "This is a bug in Testloom: please report it with this message.",
        ) from error
    return subject


def _check_probes(subject: Subject) -> None:
    """Raise a ValueError if indexes are not positions, or refer to entries that do not exist."""
    for name, entries in (("probe", subject.probes), ("predicate", subject.predicates)):
        if [entry.index for entry in entries] != list(range(len(entries))):
            raise ValueError(f"a {name}'s index is not its position")
    probes, predicates = range(len(subject.probes)), range(len(subject.predicates))
    used_probes = {probe.parent for probe in subject.probes} | {entry.probe for entry in subject.predicates}
    used_probes |= subject.probes_at_import
    if not used_probes <= {None, *probes}:
        raise ValueError("a probe is named that does not exist")
    if not {probe.predicate for probe in subject.probes} <= {None, *predicates}:
        raise ValueError("a predicate is named that does not exist")


def _id(data: Any) -> str:
    fact(all(text(data).partition(":")), data, "module:qualname")
    return str(data)


def _type(data: Any) -> TypeRef:
    known: TypeRef = ANY if data is None else _TYPE.from_object(data)
    return known


def _types(data: Any) -> tuple[TypeRef, ...]:
    known: tuple[TypeRef, ...] = _all(_type)(data)
    return known


def _result(way: Sequence[Any]) -> Result:
    taking, *parts = way
    return Result(_TAKING(taking), tuple(Parameter(text(name), uses=_texts(uses)) for name, uses in parts))


def _private_call(data: Sequence[Any]) -> PrivateCall:
    name, given = data
    return PrivateCall(text(name), tuple((_place(place), text(passed)) for place, passed in given))


def _place(data: Any) -> int | str:
    place: int | str = text(data) if isinstance(data, str) else _number(data)
    return place


def _parameters(data: Any) -> tuple[Parameter, ...]:
    """The parameters of a callable, each with the names of the others."""
    known: tuple[Parameter, ...] = _all(_PARAMETER.from_object)(data)
    names = frozenset(parameter.name for parameter in known)
    return tuple(replace(parameter, beside=names - {parameter.name}) for parameter in known)


def _leaf(data: Sequence[Any]) -> tuple[int, bool]:
    index, is_negated = data
    return _number(index), flag(is_negated)


def _range(data: Any) -> range:
    return range(*_numbers(data))


def _keyed(key: str, check: Check, value: Check) -> Check:
    """Make a check that turns a list of objects into a dictionary with their values of a key as keys."""
    return lambda entries: dict(_all(lambda entry: (check(entry[key]), value(entry)))(entries))


def _under(key: str, check: Check) -> Check:
    """Make a check of an object's value under a key."""
    return lambda entry: check(entry[key])


_all = partial(many, most=sys.maxsize)
_number = integer(0, sys.maxsize)
_numbers, _scalars, _texts, _ids = _all(_number), _all(scalar), _all(text), _all(_id)
_KIND = one_of("function", "constructor", "method", "classmethod", "staticmethod", "property", "definition")
_TAKING = one_of("value", "unpacked", "items", "rows")

_TYPE = Form.of(TypeRef, 1, name=text, args=_types, values=_scalars, limits=Limits.decode)
_PARAMETER = Form.of(
    Parameter,
    1,
    name=text,
    kind=one_of("positional", "either", "keyword", "args", "kwargs"),
    type=_type,
    has_default=flag,
    default=scalar,
    uses=_texts,
    is_outward=flag,
)
_CALLABLE = Form.of(
    Callable,
    2,
    id=_id,
    kind=_KIND,
    owner=optional(text),
    parameters=_parameters,
    returns=_type,
    is_coroutine=flag,
    is_generator=flag,
    line=_number,
    raises=_texts,
    reads=_texts,
    writes=_texts,
    collects=_texts,
    rejects=_texts,
    private_calls=_all(_private_call),
    is_private=flag,
    in_subject=flag,
    request=optional(REQUEST.from_object),
    command=optional(read_command),
)
_MISSING = Form.of(AbstractMember, name=text, kind=_KIND, parameters=_texts, returns=_type, is_coroutine=flag)
_LACKED = Form.of(LackedAttribute, name=text, uses=_texts, parameters=_texts, is_set_later=flag)
_CLASS = Form.of(
    SubjectClass,
    1,
    id=_id,
    bases=_texts,
    is_abstract=flag,
    enum_members=_texts,
    attributes=_texts,
    assignable=by_name(_type),
    private=by_name(_type),
    metaclass=text,
    missing=_all(_MISSING.from_object),
    lacked=_all(_LACKED.from_object),
    unimplemented=_texts,
    in_subject=flag,
)
_PROBE = Form.of(
    Probe,
    3,
    index=_number,
    kind=one_of("entry", "branch", "line"),
    line=_number,
    code=text,
    parent=optional(_number),
    predicate=optional(_number),
    outcome=optional(flag),
    label=text,
    excluded=flag,
    lines=_numbers,
)
_PREDICATE = Form.of(
    Predicate,
    5,
    index=_number,
    line=_number,
    code=text,
    text=text,
    probe=_number,
    column=_number,
    leaves=_all(_leaf),
    fixed=optional(flag),
)
_PART = Form.of(ProbedModule, module=text, probes=_range, predicates=_range)
_PATH = Form.of(PathConstant, value=text, is_text=flag, is_shipped=flag)
_HANDLER = Form.of(Handler, exceptions=_ids, calls=_texts)
_OPTIONAL = Form.of(OptionalImport, module=text, is_installed=flag, names=_texts)
_DOCUMENT = Form.of(Document, format=text, uses=_texts)
_SUBJECT = Form.of(
    Subject,
    2,
    module=text,
    file=text,
    callables=_keyed("id", _id, _CALLABLE.from_object),
    classes=_keyed("id", _id, _CLASS.from_object),
    probes=_all(_PROBE.from_object),
    predicates=_all(_PREDICATE.from_object),
    parts=_all(_PART.from_object),
    constants=_scalars,
    examples=_scalars,
    expressions=_texts,
    imports=_texts,
    paths=_keyed("path", _id, _PATH.from_object),
    state=_keyed("path", text, _under("value", scalar)),
    versions=_keyed("path", text, _under("value", text)),
    probes_at_import=lambda data: frozenset(_numbers(data)),
    tables=_keyed("path", text, _under("keys", _scalars)),
    collaborators=_texts,
    accesses=_texts,
    undefined=_texts,
    optional=_all(_OPTIONAL.from_object),
    results=by_name(_all(_result)),
    awaited=by_name(flag),
    documents=_all(_DOCUMENT.from_object),
    caught=_ids,
    handlers=_keyed("line", _number, _HANDLER.from_object),
    markers=_keyed("path", _id, _under("takes", text)),
    attempts=_texts,
    databases=databases_of,
    contexts=lambda data: contexts_of(data, _PARAMETER.from_object),
    shadowed=_texts,
)
