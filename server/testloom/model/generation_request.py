"""Generation requests: what a user asks for. Each request is one job of a worker."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from testloom.model.errors import UsageError
from testloom.model.preparation import Preparation
from testloom.model.settings import Settings
from testloom.model.statements import TestCase
from testloom.model.statements.decoding import Kinds, decode_test


@dataclass(frozen=True, slots=True)
class Target:
    """The code to generate tests for: a file, or a class, method, function or line in it.

    `qualname` is dotted (`Account.withdraw`) and None for the whole file; `line` counts from 1. An
    `outcome` restricts the target to one outcome, true or false, of the condition on the line.
    """

    file: Path
    qualname: str | None = None
    line: int | None = None
    outcome: bool | None = None

    @classmethod
    def parse(cls, text: str) -> Target:
        """Read `FILE[::Class[.method] | ::function][:LINE[:true | :false]]`, as pytest writes node ids.

        Raises:
            UsageError: if the text has no file or a line that is not a positive number.
        """
        path, colons, rest = text.partition("::")
        last, line, outcome = _without_line(rest or path)
        if (line is not None and line < 1) or not path or (colons and not rest):
            raise UsageError(
                f"{text!r} is not a target.",
                "Use FILE, FILE::Class.method, FILE::function, FILE:LINE or FILE:LINE:false.",
            )
        if rest:
            return cls(Path(path), last.replace("::", ".") or None, line, outcome)
        return cls(Path(last), None, line, outcome)

    def __str__(self) -> str:
        qualname = f"::{self.qualname}" if self.qualname else ""
        line = f":{self.line}" if self.line else ""
        outcome = "" if self.outcome is None else f":{str(self.outcome).lower()}"
        return f"{self.file}{qualname}{line}{outcome}"


def _without_line(text: str) -> tuple[str, int | None, bool | None]:
    """Split a target into the part before `:LINE` or `:LINE:OUTCOME`, the line and the outcome."""
    match = re.fullmatch(r"(.*):(\d+)(?::(true|false))?", text, re.DOTALL)
    if match is None:
        return text, None, None
    return match[1], int(match[2]), None if match[3] is None else match[3] == "true"


@dataclass(frozen=True, slots=True)
class Earlier:
    """The results of earlier runs for a function or class (unit) of a request's file.

    Attributes:
        unit: its name at the top level of the module.
        tests: its best suite, with which the search begins.
        functions: the functions of the test file that hold only this suite; they are removed when it is
            replaced.
        to_beat: the goals that the suite covers, and its number of statements; a new suite replaces it
            only if it covers more goals, or as many with fewer statements. None: any new suite replaces
            it.
        shared: the ids of goals of other units that the suite's tests also cover; a suite that replaces
            it must cover them, unless any suite may replace it.
        to_revalidate: the functions of the test file with tests of this suite, if the unit or its
            dependencies have changed: unless all of them still pass, any suite replaces it.
        grows: the suite is kept, and only tests of goals that it does not cover are added.
        covers: for each of its tests, the ids of the goals that the test is kept for.
        covered: the ids of the goals of the unit that are covered by any test.
    """

    unit: str
    tests: tuple[TestCase, ...] = ()
    functions: tuple[str, ...] = ()
    to_beat: tuple[int, int] | None = None
    shared: tuple[str, ...] = ()
    to_revalidate: tuple[str, ...] = ()
    grows: bool = False
    covers: tuple[tuple[str, ...], ...] = ()
    covered: tuple[str, ...] = ()

    def encode(self) -> dict[str, Any]:
        """Encode the suite of an earlier run as JSON data."""
        tests = [json.loads(test.wire) for test in self.tests]
        return {
            "unit": self.unit,
            "tests": tests,
            "functions": self.functions,
            "to_beat": self.to_beat,
            "shared": self.shared,
            "to_revalidate": self.to_revalidate,
            "grows": self.grows,
            "covers": self.covers,
            "covered": self.covered,
        }

    @classmethod
    def decode(cls, data: Mapping[str, Any], kinds: Kinds) -> Earlier:
        """Decode the suite of an earlier run; `kinds` are those of statements."""
        to_beat = data["to_beat"]
        return cls(
            unit=data["unit"],
            tests=tuple(decode_test(test, kinds) for test in data["tests"]),
            functions=tuple(data["functions"]),
            to_beat=None if to_beat is None else (to_beat[0], to_beat[1]),
            shared=tuple(data["shared"]),
            to_revalidate=tuple(data["to_revalidate"]),
            grows=data["grows"],
            covers=tuple(tuple(goals) for goals in data["covers"]),
            covered=tuple(data["covered"]),
        )


@dataclass(frozen=True, slots=True)
class GenerationRequest:
    """Generate tests for `targets`, which all lie in the project at `root`.

    `python` is the project's interpreter. `out` is the folder for test files; None means where the
    project keeps its tests. With `write` false nothing is written: the files come as `file` events.

    A request with `earlier` has targets in one file only, and reports the result for each of the units
    (`UnitSuite`). `lent` are tests of the dependencies of these units: the objects that they make are
    useful here, too. `seeds` are further tests to begin with; calls recorded in the editor join them,
    unless the request `is_seeded`, and calls made by the project's own tests, if these may be run
    (`runs_suite`). `state` is the file of the store, None for the user's store. With `is_pair`, the
    targets are a caller and its callee, which are tested together. With `drafts`, the tests found so
    far are reported about once a second. Tests that are `renewed`, by the names that they were written
    with, are written anew if nobody has edited them. With a `recording`, tests are made of the calls in
    that file instead of being searched for: the calls of `callables`, or all calls; `depth` is the
    distance from the function under test up to which objects are doubled, 0 for no doubles. With
    `checks`, the answers of doubles of the project's objects are also tested with the real objects.
    `preparation` is what imports need: a job finds it out itself. `unsaved` are the texts of test files
    as an editor shows them, where they differ from the disk; links in their paths are followed. With
    `only_missing`, what the project's tests already cover is not a goal.
    """

    targets: tuple[Target, ...]
    python: Path
    root: Path
    out: Path | None = None
    write: bool = True
    settings: Settings = field(default_factory=Settings)
    earlier: tuple[Earlier, ...] = ()
    lent: tuple[TestCase, ...] = ()
    seeds: tuple[TestCase, ...] = ()
    is_seeded: bool = False
    runs_suite: bool = True
    state: Path | None = None
    is_pair: bool = False
    drafts: bool = False
    renewed: tuple[str, ...] = ()
    recording: Path | None = None
    callables: tuple[str, ...] = ()
    depth: int = 1
    checks: bool = False
    preparation: Preparation = field(default_factory=Preparation)
    unsaved: Mapping[Path, str] = field(default_factory=dict)
    only_missing: bool = False

    @property
    def adds(self) -> bool:
        """Whether new tests join the existing ones.

        They may say explicitly which ones they replace; an equal name alone does not make them the same test.
        Otherwise, the search covers all goals again, and a new test replaces an existing one of the same
        name. This also applies if only uncovered goals are requested: the measurement may be older than the
        tests.
        """
        is_known = bool(self.earlier) and (self.write or all(entry.grows for entry in self.earlier))
        return is_known or any(target.line is not None for target in self.targets)

    def encode(self) -> dict[str, Any]:
        """Encode the request as JSON data for a worker."""
        return {
            "targets": [str(target) for target in self.targets],
            "python": str(self.python),
            "root": str(self.root),
            "out": None if self.out is None else str(self.out),
            "write": self.write,
            "settings": self.settings.encode(),
            "earlier": [entry.encode() for entry in self.earlier],
            "lent": [json.loads(test.wire) for test in self.lent],
            "seeds": [json.loads(test.wire) for test in self.seeds],
            "is_seeded": self.is_seeded,
            "runs_suite": self.runs_suite,
            "state": None if self.state is None else str(self.state),
            "is_pair": self.is_pair,
            "drafts": self.drafts,
            "renewed": self.renewed,
            "recording": None if self.recording is None else str(self.recording),
            "callables": self.callables,
            "depth": self.depth,
            "checks": self.checks,
            "unsaved": {str(file): text for file, text in self.unsaved.items()},
            "only_missing": self.only_missing,
        }

    @classmethod
    def decode(cls, data: Mapping[str, Any], kinds: Kinds) -> GenerationRequest:
        """Decode a request; `kinds` are those of statements."""
        return cls(
            targets=tuple(Target.parse(target) for target in data["targets"]),
            python=Path(data["python"]),
            root=Path(data["root"]),
            out=None if data["out"] is None else Path(data["out"]),
            write=data["write"],
            settings=Settings.decode(data["settings"]),
            earlier=tuple(Earlier.decode(entry, kinds) for entry in data["earlier"]),
            lent=tuple(decode_test(test, kinds) for test in data["lent"]),
            seeds=tuple(decode_test(test, kinds) for test in data["seeds"]),
            is_seeded=data["is_seeded"],
            runs_suite=data["runs_suite"],
            state=None if data["state"] is None else Path(data["state"]),
            is_pair=data["is_pair"],
            drafts=data["drafts"],
            renewed=tuple(data["renewed"]),
            recording=None if data["recording"] is None else Path(data["recording"]),
            callables=tuple(data["callables"]),
            depth=data["depth"],
            checks=data["checks"],
            unsaved={Path(file): text for file, text in data["unsaved"].items()},
            only_missing=data["only_missing"],
        )
