"""Sources of instances of classes that do not belong to the project."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any

from testloom_agent.kinds import is_a
from testloom_agent.reflection.identities import class_id
from testloom_agent.reflection.members.calls.signatures import RawParameter
from testloom_agent.reflection.members.classes.description import has_constructor

READERS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "parse": (("python", "a = 1"), ("text", "1.0")),
    "fromstring": (("xml", "<a/>"),),
    "from_string": (("text", "a"),),
    "loads": (("json", "{}"),),
    "compile": (("pattern", "a"),),
}
"""Functions of modules that often return instances of their classes, with formats that they may read."""


def external_suppliers(
    kind: type, namespace: Mapping[str, Any], required: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Callables that make instances of a class of some library: functions that read text, its constructor.

    `namespace` is the subject's: the class is looked for in the modules that it knows; `required` are the
    parameters that the constructor needs. Reading functions are tried once; nothing that they raise comes
    out.
    """
    found = [reader for module in _modules(kind, namespace) for reader in _readers(kind, module)]
    if has_constructor(kind) and kind.__module__ != "builtins":
        found.append(_described(class_id(kind), "constructor", list(required), kind))
    return found


def _modules(kind: type, namespace: Mapping[str, Any]) -> list[ModuleType]:
    """List the modules through which the subject may refer to the class."""
    modules = [entry for entry in namespace.values() if is_a(entry, ModuleType)]
    return [module for module in modules if vars(module).get(kind.__name__) is kind]


def _readers(kind: type, module: ModuleType) -> Iterable[dict[str, Any]]:
    for name, formats in READERS.items():
        function = vars(module).get(name)
        if not callable(function):
            continue
        for text_format, sample in formats:
            if _reads(function, sample, kind):
                yield _function(f"{module.__name__}:{name}", text_format, kind)
                break


def _reads(function: Any, sample: str, kind: type) -> bool:
    try:
        return isinstance(function(sample), kind)
    except (Exception, SystemExit):
        return False


def _function(identity: str, text_format: str, kind: type) -> dict[str, Any]:
    wanted = {"name": "format", "args": [], "values": [text_format]}
    source = RawParameter("source", "either").describe(wanted, (), is_outward=False)
    return _described(identity, "function", [source], kind)


def _described(identity: str, kind: str, parameters: list[dict[str, Any]], made: type) -> dict[str, Any]:
    return {
        "id": identity,
        "kind": kind,
        "owner": class_id(made) if kind == "constructor" else None,
        "parameters": parameters,
        "returns": {"name": class_id(made), "args": [], "values": []},
        "is_coroutine": False,
        "is_generator": False,
        "line": 0,
        "raises": [],
        "in_subject": False,
    }
