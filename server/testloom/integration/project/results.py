"""Classes of returned values, inferred from the source where there is no annotation: it makes instances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from testloom.integration.project.calls import CallResolver
from testloom.model.subject import Callable, Subject
from testloom.model.types import TypeRef
from testloom.source.modules import ClassSource, FunctionSource, ModuleSource, SourceTree

MAKING = ("function", "classmethod", "staticmethod")


def with_results(subject: Subject, sources: SourceTree, resolver: CallResolver) -> Subject:
    """Infer the classes whose instances functions return, where only their source shows it."""
    modules = [module for part in subject.parts if (module := sources.module(part.module)) is not None]
    functions = {
        f"{place}:{function.qualname}": function
        for module in modules
        for function in module.functions.values()
        for place in places_of(module)
    }
    found = {
        name: replace(known, returns=TypeRef(made))
        for name, known in subject.callables.items()
        if _is_open(known) and (made := _made_by(functions.get(name), subject, resolver))
    }
    callables: Mapping[str, Callable] = {**subject.callables, **found}
    return replace(subject, callables=callables)


def places_of(module: ModuleSource) -> set[str]:
    """Find the names under which a module's definitions are offered.

    These are its own name and, if it is private, that of the package around it.
    """
    return {module.name, f".{module.name}".partition("._")[0].removeprefix(".") or module.name}


def _is_open(known: Callable) -> bool:
    is_plain = not (known.is_coroutine or known.is_generator)
    return known.kind in MAKING and known.returns.name == "any" and is_plain


def _made_by(function: FunctionSource | None, subject: Subject, resolver: CallResolver) -> str | None:
    """Return the id of the class whose instances a function returns; None if there is not exactly one."""
    if function is None:
        return None
    owner = None if function.owner is None else function.module.classes[function.owner]
    classes = resolver.types.returned(function, owner).classes
    return _id_of(next(iter(classes)), subject) if len(classes) == 1 else None


def _id_of(kind: ClassSource, subject: Subject) -> str | None:
    names = (f"{place}:{kind.qualname}" for place in sorted(places_of(kind.module)))
    return next((name for name in names if name in subject.classes), None)
