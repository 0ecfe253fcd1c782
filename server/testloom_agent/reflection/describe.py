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
        "probes": [probe.describe() for probe in program.plan.probes],
        "predicates": [predicate for part in parts for predicate in part.predicates()],
        "parts": [part.describe() for part in parts],
        "constants": _distinct(walk.constants([part.program.tree for part in parts])),
        "examples": _distinct(value for part in parts for value in examples_of(part.program.tree)),
        "expressions": expressions_of([*(part.module for part in parts), *walk.modules()]),
        "imports": imports_of(program.tree),
        "state": _distinct(entry for part in parts for entry in state_of(part.module, part.program.tree)),
        "versions": _distinct(
            entry for part in parts for entry in versions_of(part.module, part.program.tree)
        ),
        "paths": _distinct(
            entry for part in parts for entry in paths_of(part.module, part.program.tree, root)
        ),
        "accesses": _distinct(path for part in parts for path in accesses_of(part.module, part.program.tree)),
        "tables": tables_of(module.__name__, vars(module), program.tree),
        "collaborators": [
            path
            for path in collaborators_of(module.__name__, vars(module), program.tree)
            if not walk.is_provided(path)
        ],
        "undefined": undefined_in(module.__name__, vars(module), program.tree),
        "optional": optional_imports(module.__name__, program.tree),
        "results": results_of(program.tree),
        "awaited": awaited_in(program.tree),
        "documents": walk.documents(program.tree),
        "caught": caught,
        "handlers": list(handlers_of(module, program.tree, class_id)),
        "markers": markers,
        "attempts": _distinct(name for part in parts for name in attempts_of(part.program.tree)),
        "databases": databases_of(module, walk.sources),
        "contexts": walk.contexts(),
        "shadowed": [part.module.__name__ for part in parts if part.is_shadowed],
        "probes_at_import": [],
        "denied": [],
        "skipped": walk.entries.skipped,
    }


def _distinct(values: Iterable[Any]) -> list[Any]:
    return list({repr(value): value for value in values}.values())
