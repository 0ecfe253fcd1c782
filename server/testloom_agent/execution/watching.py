"""Watching: runs test cases and reports the comparisons they make (docs/agent-protocol.md, "Operands")."""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from testloom_agent.doubles import asked_of, path_of, used_paths
from testloom_agent.execution.cleaning import Cleaner
from testloom_agent.execution.performing.exchange import TEST
from testloom_agent.execution.reporting.calling import Calls
from testloom_agent.execution.reporting.missed_keys import AskedDict, missed_by
from testloom_agent.execution.reporting.type_paths import type_path
from testloom_agent.execution.reporting.values.atoms import SCALARS, encode_scalar, opaque
from testloom_agent.execution.reporting.values.holdings import held_by
from testloom_agent.execution.reporting.values.named import Names, nameless
from testloom_agent.execution.stage import Stage
from testloom_agent.kinds import is_class, is_one_of
from testloom_agent.limits import FUEL, Timeout

ENCODE = json.JSONEncoder(separators=(",", ":")).encode
MOST_COMPARISONS = 200
MOST_ITEMS = 64
MOST_SORTED = 20_000
"""No items are reported of a collection with more of them, as sorting these takes too long."""
DEEPEST = 2
MOST_PATTERNS = 100
LONGEST_PATTERN = 4_000
YIELDING = frozenset({"call", "attribute", "invoke", "enter", "make"})
"""Statements whose values come from the code under test."""
COLLECTIONS = (list, tuple, set, frozenset, dict)
MEMBERS = frozenset({str, bytes, int})


class Watcher:
    """Watches the tests of one request, one record each, in a process that is then thrown away.

    It reports the comparisons that decide the `wanted` predicates; None means all.
    """

    def __init__(self, stage: Stage, wanted: Collection[int] | None = None) -> None:
        self._stage = stage
        self._wanted = wanted
        self._cleaner = Cleaner(stage)
        self._patterns = compiled_patterns()
        self._calls = Calls(stage.project) if stage.notes_calls else None

    def watch(self, tests: list[Any]) -> None:
        """Run the tests one after the other; what cannot be undone of one is there for the next."""
        for index, test in enumerate(tests):
            self._stage.exchange.notes[TEST] = index
            values: dict[int, Any] = {}
            self._run(test, values)
            self._stage.threads.settle_rationed(self._stage.tracer)
            origins = origins_of(values)
            made = self._stage.tracer.comparisons(self._wanted)
            comparisons = distinct(made, origins, self._stage.named, self._stage.sandbox.path)
            self._stage.tracer.end()
            doubles = [statement[1] for statement in test if statement[0] == "double"]
            seen = {
                "types": {str(key): type_of(value) for key, value in values.items()},
                "uses": {str(key): used_paths(values[key]) for key in doubles if key in values},
                "patterns": self._new_patterns(),
                "held": held_in(test, values, origins),
            }
            if self._calls is not None:
                seen["calls"] = self._calls.seen()
            exchange = self._stage.exchange
            if not exchange.traces.add(f"[{','.join(comparisons)}],".encode("ascii")):
                return
            self._cleaner.is_clean()
            seen["missed"] = self._missed(test)
            if not exchange.results.add((ENCODE(seen) + ",").encode("ascii")):
                return

    def _missed(self, test: list[Any]) -> dict[str, list[str]]:
        """Collect the keys that the dictionaries of a test miss.

        The test is run again for this, since code can see that these dictionaries are not plain ones.
        """
        if not any(map(_is_dict, test)):
            return {}
        values: dict[int, Any] = {}
        self._run(test, values, asked=True)
        self._stage.threads.settle_rationed(self._stage.tracer)
        self._stage.tracer.end()
        found: dict[str, list[str]] = {}
        for statement, value in values.items():
            missed = [key for key in missed_by(value) if not _leads_into(self._stage.sandbox.path, key)]
            if missed:
                found[str(statement)] = missed
        self._cleaner.is_clean()
        return found

    def _new_patterns(self) -> list[str]:
        """The regular expressions that were compiled since the last call, but for paths into the sandbox."""
        known, self._patterns = self._patterns, compiled_patterns()
        sandbox = self._stage.sandbox.path
        new = (text for text in self._patterns - known if not _leads_into(sandbox, text))
        return sorted(new)[:MOST_PATTERNS]

    def _run(self, test: list[Any], values: dict[int, Any], asked: bool = False) -> None:
        """Run a test; if `asked`, its dictionaries note the keys that they are asked for."""
        stage = self._stage
        stage.randomness.reset()
        stage.environment.begin()
        stage.deadline.start()
        stage.tracer.begin(FUEL)
        try:
            stage.deadline.armed = True
            try:
                with self._calls or contextlib.nullcontext():
                    for statement in test:
                        value = stage.interpreter.perform(statement, values)
                        values[statement[1]] = AskedDict(value) if asked and _is_dict(statement) else value
            finally:
                stage.interpreter.end()
        except (Timeout, stage.out_of_fuel, MemoryError):
            return
        except BaseException:  # execution and observation report how a test ends
            return
        finally:
            stage.deadline.armed = False
            stage.deadline.stop()
            stage.output.reset()


def _is_dict(statement: Any) -> bool:
    return bool(statement[0] == "collection" and statement[2] == "dict")


def compiled_patterns() -> set[str]:
    """Return the regular expressions in the cache of `re`, which keeps a few hundred."""
    caches = [getattr(re, name, {}) for name in ("_cache", "_cache2")]
    texts = (key[1] for cache in caches for key in list(cache))
    return {text for text in texts if type(text) is str and len(text) <= LONGEST_PATTERN}


def type_of(value: Any) -> str:
    """Return a value's type, marked if it can be called or entered, without running code of the value."""
    kind = type(value)
    can_be_called = not is_class(value) and callable(value)
    can_be_entered = hasattr(kind, "__exit__") or hasattr(kind, "__aexit__")
    return f"{type_path(kind)}{'()' if can_be_called else ''}{'with' if can_be_entered else ''}"


def held_in(
    test: Iterable[Any], values: Mapping[int, Any], origins: Mapping[int, int]
) -> dict[str, list[list[Any]]]:
    """Describe the contents of each value that a statement yielded, without values of other statements."""
    found = {}
    for kind, statement, *_ in test:
        if kind in YIELDING and statement in values:
            others = [identity for identity, origin in origins.items() if origin != statement]
            if held := held_by(values[statement], others):
                found[str(statement)] = held
    return found


def origins_of(values: Mapping[int, Any]) -> dict[int, int]:
    """Find the statement that first yielded each object, by object id; plain values have none."""
    origins: dict[int, int] = {}
    for statement, value in values.items():
        if not is_one_of(value, SCALARS):
            origins.setdefault(id(value), statement)
    return origins


def distinct(
    comparisons: Iterable[tuple[int, str, Any, Any, bool]],
    origins: Mapping[int, int],
    names: Names,
    sandbox: str,
) -> list[str]:
    """Encode comparisons as JSON, each once; paths in the `sandbox` are opaque."""
    found: dict[str, None] = {}
    large: dict[int, Mapping[str, Any]] = {}
    for predicate, op, left, right, outcome in comparisons:
        sides = [encode(side, origins, names, sandbox) for side in (left, right)]
        if op in ("in", "not in") and sides[1]["kind"] == "opaque" and type(right) in COLLECTIONS:
            if id(right) not in large:
                large[id(right)] = _some_of(right, sides[1], sandbox)
            sides[1] = large[id(right)]
        found[ENCODE([predicate, op, *sides, bool(outcome)])] = None
        if len(found) >= MOST_COMPARISONS:
            break
    return list(found)


def _some_of(value: Collection[Any], otherwise: Mapping[str, Any], sandbox: str) -> Mapping[str, Any]:
    """Encode some members of a large collection, spread over it: one may be what is looked for."""
    members = [one for one in value if type(one) in MEMBERS] if len(value) <= MOST_SORTED else []
    told = sorted(members, key=repr)[:: len(members) // MOST_ITEMS + 1]
    items = [encode_scalar(member) for member in told if not _is_place(member, sandbox)]
    return {"kind": "list", "items": items, "origin": otherwise["origin"]} if items else otherwise


def _is_place(value: Any, sandbox: str) -> bool:
    """Check whether a text is a path to this machine's modules, or has one into the sandbox of this run."""
    if type(value) not in (str, bytes):
        return False
    text = os.fsdecode(value)
    if _leads_into(sandbox, text):
        return True
    return text.startswith("/") and text.startswith(tuple([path for path in sys.path if len(path) > 1]))


def _leads_into(sandbox: str, text: str) -> bool:
    """Check whether a text has a path into the sandbox, as it is or escaped for a pattern."""
    return bool(sandbox) and (sandbox in text or ("\\" in text and re.escape(sandbox) in text))


def encode(
    value: Any,
    origins: Mapping[int, int],
    names: Names = nameless,
    sandbox: str = "",
    depth: int = 0,
) -> Mapping[str, Any]:
    """Encode plain data; of anything else only its name or its type, so that no code of the subject runs.

    Paths to modules and into the `sandbox` are opaque: on another machine, or in the next run, they differ.
    """
    kind = type(value)
    if is_one_of(value, SCALARS):
        return opaque(value) if _is_place(value, sandbox) else encode_scalar(value)
    if is_class(value):
        return {"kind": "class", "type": type_path(value)}
    if kind is re.Pattern and type(value.pattern) is str:
        return encode_scalar(value.pattern)
    found = asked_of(value, lambda asked: origins.get(id(asked)))
    if found is not None and depth == 0:
        return {"kind": "answer", "reference": found[0], "path": path_of(found[1])}
    if path := names(value):
        return {"kind": "enum", "path": path, "origin": origins.get(id(value))}
    if not is_one_of(value, COLLECTIONS) or len(value) > MOST_ITEMS or depth >= DEEPEST:
        return {**opaque(value), "origin": origins.get(id(value))}
    parts = [part for pair in value.items() for part in pair] if kind is dict else list(value)
    items = [encode(part, origins, names, sandbox, depth + 1) for part in parts]
    return {"kind": kind.__name__, "items": items, "origin": origins.get(id(value))}
