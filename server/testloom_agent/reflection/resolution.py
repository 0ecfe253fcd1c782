"""Evaluates annotations, one by one if they cannot be evaluated together."""

from __future__ import annotations

import ast
import importlib
import sys
import typing
from collections.abc import Callable, Mapping
from typing import Any

from testloom_agent.kinds import is_class
from testloom_agent.wrapped import unwrapped


class Resolver:
    """Evaluates annotations in the namespace of their module.

    Names that a module imports only for type checkers are looked up in the modules that they come from.
    `tree_of` returns the source of a module of the project.
    """

    UNKNOWN = object()

    def __init__(self, module: str, tree_of: Callable[[str], ast.Module | None]) -> None:
        self._module = module
        self._tree_of = tree_of
        self._checked: dict[str, Mapping[str, tuple[str, str | None]]] = {}

    def hints(self, target: Any) -> Mapping[str, Any]:
        """Evaluate the annotations of a function or class, leaving out any that cannot be evaluated."""
        try:
            namespace = None if is_class(target) else getattr(unwrapped(target), "__globals__", {})
            return typing.get_type_hints(target, namespace, include_extras=True)
        except Exception:
            return self._one_by_one(target)

    def evaluate(self, annotation: str, namespace: Mapping[str, Any]) -> Any:
        """Evaluate an annotation given as text; `UNKNOWN` if it cannot be evaluated."""
        try:
            return _evaluate(annotation, {**self._imported(self._module, namespace), **namespace})
        except Exception:
            return self.UNKNOWN

    def _one_by_one(self, target: Any) -> dict[str, Any]:
        try:
            annotations = dict(target.__annotations__)
        except Exception:
            annotations = _forward_annotations(target)
        namespace = self._namespace(target)
        found = {}
        for name, annotation in annotations.items():
            try:
                value = _evaluate(annotation, namespace)
            except Exception:
                continue
            found[name] = value
        return found

    def _namespace(self, target: Any) -> dict[str, Any]:
        target = unwrapped(target) if callable(target) else target
        name = getattr(target, "__module__", None) or self._module
        module = sys.modules.get(name)
        namespace = dict(getattr(target, "__globals__", None) or vars(module or typing))
        return {**self._imported(name, namespace), **namespace}

    def _imported(self, module: str, known: Mapping[str, Any]) -> dict[str, Any]:
        """Collect the names that a module imports only for type checkers, which its namespace lacks."""
        found = {}
        for name, (source, attribute) in self._for_type_checkers(module).items():
            if name not in known:
                try:
                    loaded = importlib.import_module(source)
                    found[name] = loaded if attribute is None else getattr(loaded, attribute)
                except BaseException:
                    continue
        return found

    def _for_type_checkers(self, module: str) -> Mapping[str, tuple[str, str | None]]:
        if module not in self._checked:
            tree = self._tree_of(module)
            self._checked[module] = {} if tree is None else _type_checking_imports(module, tree)
        return self._checked[module]


def _evaluate(annotation: Any, namespace: dict[str, Any]) -> Any:
    """Evaluate a string, or an annotation that contains forward references."""
    if annotation is None:
        return None
    carrier = type("Carrier", (), {"__annotations__": {"value": annotation}})
    return typing.get_type_hints(carrier, namespace, namespace, include_extras=True)["value"]


def _forward_annotations(target: Any) -> dict[str, Any]:
    """Return the annotations in Python 3.14 and newer, with references for missing names."""
    try:
        library: Any = importlib.import_module("annotationlib")
        return dict(library.get_annotations(target, format=library.Format.FORWARDREF))
    except Exception:
        return {}


def _type_checking_imports(module: str, tree: ast.Module) -> dict[str, tuple[str, str | None]]:
    """Collect the names imported under `if TYPE_CHECKING:`, with the module and attribute of each."""
    found: dict[str, tuple[str, str | None]] = {}
    for node in tree.body:
        if not isinstance(node, ast.If) or "TYPE_CHECKING" not in ast.dump(node.test):
            continue
        for statement in node.body:
            if isinstance(statement, ast.ImportFrom):
                source = _absolute(module, statement)
                found.update({alias.asname or alias.name: (source, alias.name) for alias in statement.names})
            elif isinstance(statement, ast.Import):
                for alias in statement.names:
                    name = alias.name if alias.asname else alias.name.partition(".")[0]
                    found[alias.asname or name] = (name, None)
    return found


def _absolute(module: str, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    loaded = sys.modules.get(module)
    package = module if hasattr(loaded, "__path__") else module.rpartition(".")[0]
    parts = package.split(".")
    base = parts[: len(parts) - node.level + 1]
    return ".".join([*base, *([node.module] if node.module else [])])
