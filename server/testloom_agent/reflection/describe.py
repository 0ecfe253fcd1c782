"""The description of a loaded module (docs/agent-protocol.md)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from testloom_agent.reflection.bodies.calls.awaited import awaited_in
from testloom_agent.reflection.bodies.calls.results import results_of
from testloom_agent.reflection.databases.columns import ColumnTypes
from testloom_agent.reflection.databases.describing import databases_of
from testloom_agent.reflection.fixtures import Offered
from testloom_agent.reflection.identities import class_id
from testloom_agent.reflection.modules.accesses import accesses_of
from testloom_agent.reflection.modules.attempts import attempts_of
from testloom_agent.reflection.modules.collaborators import collaborators_of, undefined_in
from testloom_agent.reflection.modules.constants import examples_of, imports_of
from testloom_agent.reflection.modules.expressions import expressions_of
from testloom_agent.reflection.modules.handlers import handlers_of
from testloom_agent.reflection.modules.optional import optional_imports
from testloom_agent.reflection.modules.paths import paths_of
from testloom_agent.reflection.modules.state import state_of, versions_of
from testloom_agent.reflection.modules.tables import tables_of
from testloom_agent.reflection.parts import Part
from testloom_agent.reflection.walk import Walk


def describe(
    subject: Part,
    root: str,
    fork: Callable[[], int],
    companions: Sequence[Part] = (),
    fixtures: Sequence[Offered] = (),
) -> dict[str, Any]:
    """Everything of the description but what the import hit and what was denied to it.

    What companions define is described as what supplies arguments; what their functions look up, a test can
    set, too. `fixtures` are those of the project that tests can ask for. `fork` creates the processes in
    which validators of columns are tried.
    """
    module, program = subject.module, subject.program
    columns = ColumnTypes(fork)
    walk = Walk(subject, root, columns, fixtures)
    walk.own()
    caught = walk.caught(program)
    walk.tested(program)
    markers = walk.markers()
    walk.stored()
    walk.named()
    walk.offered()
    parts = [subject, *companions]
    for companion in companions:
        walk.join(Walk(companion, root, columns))
    return {
        "python": ".".join(map(str, sys.version_info[:3])),
        "module": module.__name__,
        "file": subject.file,
        "callables": walk.entries.callables,
        "classes": walk.entries.classes,
        "skipped": walk.entries.skipped,
        "probes": [probe.describe() for probe in program.plan.probes],
        "predicates": [predicate for part in parts for predicate in part.predicates()],
        "parts": [part.describe() for part in parts],
        "shadowed": [part.module.__name__ for part in parts if part.is_shadowed],
        "caught": caught,
        "markers": markers,
        **_of_parts(parts, walk, root),
        **_of_subject(subject, walk),
        "probes_at_import": [],
        "denied": [],
    }


def _of_parts(parts: Sequence[Part], walk: Walk, root: str) -> dict[str, Any]:
    """Describe what all loaded modules say that may become a value of a test, each once."""
    sources = [(part.module, part.program.tree) for part in parts]
    return {
        "constants": _distinct(walk.constants([tree for _, tree in sources])),
        "examples": _distinct(value for _, tree in sources for value in examples_of(tree)),
        "expressions": expressions_of([*(module for module, _ in sources), *walk.modules()]),
        "state": _distinct(entry for module, tree in sources for entry in state_of(module, tree)),
        "versions": _distinct(entry for module, tree in sources for entry in versions_of(module, tree)),
        "paths": _distinct(entry for module, tree in sources for entry in paths_of(module, tree, root)),
        "accesses": _distinct(path for module, tree in sources for path in accesses_of(module, tree)),
        "attempts": _distinct(name for _, tree in sources for name in attempts_of(tree)),
    }


def _of_subject(subject: Part, walk: Walk) -> dict[str, Any]:
    """Describe what the code under test alone says of what it holds and uses."""
    module, tree = subject.module, subject.program.tree
    collaborators = collaborators_of(module.__name__, vars(module), tree)
    return {
        "imports": imports_of(tree),
        "tables": tables_of(module.__name__, vars(module), tree),
        "collaborators": [path for path in collaborators if not walk.is_provided(path)],
        "undefined": undefined_in(module.__name__, vars(module), tree),
        "optional": optional_imports(module.__name__, tree),
        "results": results_of(tree),
        "awaited": awaited_in(tree),
        "documents": walk.documents(tree),
        "handlers": list(handlers_of(module, tree, class_id)),
        "databases": databases_of(module, walk.sources),
        "contexts": walk.contexts(),
    }


def _distinct(values: Iterable[Any]) -> list[Any]:
    return list({repr(value): value for value in values}.values())
