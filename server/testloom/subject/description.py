"""Reads the description that the agent gives of a module (docs/agent-protocol.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from testloom.model.capabilities import NO_CAPABILITIES, Capabilities
from testloom.model.checks import scalar
from testloom.model.errors import AgentError
from testloom.model.limits import Limits
from testloom.model.requests import REQUEST
from testloom.model.statements.commands import read_command
from testloom.model.subject import (
    Callable,
    Document,
    Handler,
    Lacked,
    Missing,
    OptionalImport,
    Parameter,
    Part,
    PathConstant,
    Predicate,
    Probe,
    Result,
    Subject,
    SubjectClass,
)
from testloom.model.types import ANY, TypeRef
from testloom.subject.contexts import contexts_of
from testloom.subject.databases import databases_of

_PARAMETER_KINDS = frozenset({"positional", "either", "keyword", "args", "kwargs"})
_CALLABLE_KINDS = frozenset(
    {"function", "constructor", "method", "classmethod", "staticmethod", "property", "definition"}
)
_TAKINGS = frozenset({"value", "unpacked", "items", "rows"})
_PROBE_KINDS = frozenset({"entry", "branch", "line"})


def decode(data: Mapping[str, Any], capabilities: Capabilities = NO_CAPABILITIES) -> Subject:
    """Read a description, taking the default of every optional field that is missing.

    `capabilities` are what tests of the subject may contain beside calls and values.

    Raises:
        AgentError: if it is no description: a field has the wrong shape, or a probe or predicate is
            named that does not exist.
    """
    try:
        subject = replace(_subject(data), capabilities=capabilities)
        _check_probes(subject)
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise AgentError(
            f"The agent's description of the module cannot be read ({type(error).__name__}: {error}).",
            "This is a bug in Testloom: please report it with this message.",
        ) from error
    return subject


def _subject(data: Mapping[str, Any]) -> Subject:
    callables = [_callable(entry) for entry in data.get("callables", ())]
    classes = [_class(entry) for entry in data.get("classes", ())]
    return Subject(
        module=_text(data["module"]),
        file=_text(data["file"]),
        callables={entry.id: entry for entry in callables},
        classes={entry.id: entry for entry in classes},
        probes=tuple(_probe(entry) for entry in data.get("probes", ())),
        predicates=tuple(_predicate(entry) for entry in data.get("predicates", ())),
        parts=tuple(_part(entry) for entry in data.get("parts", ())),
        constants=tuple(scalar(value) for value in data.get("constants", ())),
        examples=tuple(scalar(value) for value in data.get("examples", ())),
        expressions=tuple(_text(text) for text in data.get("expressions", ())),
        imports=tuple(_text(name) for name in data.get("imports", ())),
        paths={_id(entry["path"]): _path(entry) for entry in data.get("paths", ())},
        state={_text(entry["path"]): scalar(entry["value"]) for entry in data.get("state", ())},
        probes_at_import=frozenset(_number(index) for index in data.get("probes_at_import", ())),
        tables={_text(entry["path"]): tuple(map(scalar, entry["keys"])) for entry in data.get("tables", ())},
        collaborators=tuple(_text(path) for path in data.get("collaborators", ())),
        accesses=tuple(_text(path) for path in data.get("accesses", ())),
        undefined=tuple(_text(path) for path in data.get("undefined", ())),
        optional=tuple(
            OptionalImport(_text(entry["module"]), bool(entry["is_installed"]), _texts(entry["names"]))
            for entry in data.get("optional", ())
        ),
        results={_text(name): tuple(map(_result, ways)) for name, ways in data.get("results", {}).items()},
        awaited={_text(name): bool(always) for name, always in data.get("awaited", {}).items()},
        documents=tuple(
            Document(_text(entry["format"]), _texts(entry["uses"])) for entry in data.get("documents", ())
        ),
        caught=tuple(_id(path) for path in data.get("caught", ())),
        handlers={
            _number(entry["line"]): Handler(tuple(map(_id, entry["exceptions"])), _texts(entry["calls"]))
            for entry in data.get("handlers", ())
        },
        markers={_id(entry["path"]): _text(entry["takes"]) for entry in data.get("markers", ())},
        attempts=tuple(_text(name) for name in data.get("attempts", ())),
        databases=databases_of(data.get("databases", {})),
        contexts=contexts_of(data.get("contexts", {}), _parameter),
        shadowed=tuple(_text(name) for name in data.get("shadowed", ())),
    )


def _result(way: Sequence[Any]) -> Result:
    taking, *parts = way
    taken = tuple(Parameter(_text(name), uses=tuple(map(_text, uses))) for name, uses in parts)
    return Result(_one_of(_TAKINGS, taking), taken)


def _check_probes(subject: Subject) -> None:
    """Raise a ValueError if indexes are not positions or point nowhere."""
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


def _callable(data: Mapping[str, Any]) -> Callable:
    return Callable(
        id=_id(data["id"]),
        kind=_one_of(_CALLABLE_KINDS, data["kind"]),
        owner=data.get("owner"),
        parameters=tuple(_parameter(entry) for entry in data.get("parameters", ())),
        returns=_type(data.get("returns")),
        is_coroutine=bool(data.get("is_coroutine", False)),
        is_generator=bool(data.get("is_generator", False)),
        line=_number(data.get("line", 0)),
        raises=_texts(data.get("raises", ())),
        reads=_texts(data.get("reads", ())),
        writes=_texts(data.get("writes", ())),
        collects=_texts(data.get("collects", ())),
        rejects=_texts(data.get("rejects", ())),
        is_private=bool(data.get("is_private", False)),
        in_subject=bool(data.get("in_subject", True)),
        request=REQUEST.from_object(data["request"]) if data.get("request") else None,
        command=read_command(data["command"]) if data.get("command") else None,
    )


def _parameter(data: Mapping[str, Any]) -> Parameter:
    return Parameter(
        name=_text(data["name"]),
        kind=_one_of(_PARAMETER_KINDS, data.get("kind", "either")),
        type=_type(data.get("type")),
        has_default=bool(data.get("has_default", False)),
        default=scalar(data.get("default")),
        uses=_texts(data.get("uses", ())),
        is_outward=bool(data.get("is_outward", False)),
    )


def _class(data: Mapping[str, Any]) -> SubjectClass:
    return SubjectClass(
        id=_id(data["id"]),
        bases=_texts(data.get("bases", ())),
        is_abstract=bool(data.get("is_abstract", False)),
        enum_members=_texts(data.get("enum_members", ())),
        attributes=_texts(data.get("attributes", ())),
        assignable={_text(name): _type(kind) for name, kind in data.get("assignable", {}).items()},
        private={_text(name): _type(kind) for name, kind in data.get("private", {}).items()},
        metaclass=_text(data.get("metaclass", "")),
        missing=tuple(_missing(entry) for entry in data.get("missing", ())),
        lacked=tuple(_lacked(entry) for entry in data.get("lacked", ())),
        in_subject=bool(data.get("in_subject", True)),
    )


def _missing(data: Mapping[str, Any]) -> Missing:
    return Missing(
        name=_text(data["name"]),
        kind=_one_of(_CALLABLE_KINDS, data["kind"]),
        parameters=_texts(data["parameters"]),
        returns=_type(data["returns"]),
        is_coroutine=bool(data["is_coroutine"]),
    )


def _lacked(data: Mapping[str, Any]) -> Lacked:
    return Lacked(
        name=_text(data["name"]),
        uses=_texts(data["uses"]),
        parameters=_texts(data["parameters"]),
        is_set_later=bool(data["is_set_later"]),
    )


def _probe(data: Mapping[str, Any]) -> Probe:
    return Probe(
        index=_number(data["index"]),
        kind=_one_of(_PROBE_KINDS, data["kind"]),
        line=_number(data["line"]),
        code=_text(data.get("code", "")),
        parent=_number_or_none(data.get("parent")),
        predicate=_number_or_none(data.get("predicate")),
        outcome=data.get("outcome"),
        label=_text(data.get("label", "")),
        excluded=bool(data.get("excluded", False)),
        lines=tuple(_number(line) for line in data.get("lines", ())),
    )


def _path(data: Mapping[str, Any]) -> PathConstant:
    return PathConstant(_text(data["value"]), bool(data["is_text"]), bool(data["is_shipped"]))


def _predicate(data: Mapping[str, Any]) -> Predicate:
    return Predicate(
        index=_number(data["index"]),
        line=_number(data["line"]),
        code=_text(data.get("code", "")),
        text=_text(data.get("text", "")),
        probe=_number(data["probe"]),
        column=_number(data.get("column", 0)),
        leaves=tuple((_number(leaf), bool(negated)) for leaf, negated in data.get("leaves", ())),
        fixed=None if data.get("fixed") is None else bool(data["fixed"]),
    )


def _part(data: Mapping[str, Any]) -> Part:
    return Part(
        module=_text(data["module"]),
        probes=range(*map(_number, data["probes"])),
        predicates=range(*map(_number, data["predicates"])),
    )


def _type(data: Mapping[str, Any] | None) -> TypeRef:
    if data is None:
        return ANY
    args = tuple(_type(arg) for arg in data.get("args", ()))
    values = tuple(scalar(value) for value in data.get("values", ()))
    limits = Limits.decode(data["limits"]) if "limits" in data else None
    return TypeRef(_text(data["name"]), args, values, limits)


def _id(data: object) -> str:
    text = _text(data)
    if not all(text.partition(":")):
        raise ValueError(f"{text!r} is not module:qualname")
    return text


def _one_of(admitted: frozenset[str], data: object) -> Any:
    if data not in admitted:
        raise ValueError(f"{data!r} is not one of {', '.join(sorted(admitted))}")
    return data


def _text(data: object) -> str:
    if not isinstance(data, str):
        raise TypeError(f"{data!r} is not text")
    return data


def _texts(data: Iterable[object]) -> tuple[str, ...]:
    if isinstance(data, str):
        raise TypeError(f"{data!r} is not a list")
    return tuple(_text(entry) for entry in data)


def _number(data: object) -> int:
    if isinstance(data, bool) or not isinstance(data, int):
        raise TypeError(f"{data!r} is not an integer")
    return data


def _number_or_none(data: object) -> int | None:
    return None if data is None else _number(data)
