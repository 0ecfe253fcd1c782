"""One session with a worker: the descriptors, the guard, the loading, and the requests."""

from __future__ import annotations

import argparse
import contextlib
import gc
import importlib
import json
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from types import ModuleType
from typing import Any, NoReturn

from testloom_agent import frames
from testloom_agent.environment.environment import WATCHED, Environment
from testloom_agent.environment.files import PLACE, WORK
from testloom_agent.environment.fixtures import Fixtures
from testloom_agent.environment.machine.arguments import PROGRAM, install_arguments
from testloom_agent.environment.machine.user import hide_machine
from testloom_agent.environment.readiness import prepare_libraries
from testloom_agent.execution.isolation.output import Output
from testloom_agent.execution.isolation.randomness import Randomness
from testloom_agent.execution.isolation.sandbox import Sandbox
from testloom_agent.execution.isolation.state.process_state import ProcessState
from testloom_agent.execution.isolation.threads.threads import StartedThreads
from testloom_agent.execution.performing.exchange import Exchange
from testloom_agent.execution.performing.interpreter import Callables, Interpreter
from testloom_agent.execution.performing.trace_filter import TraceFilter
from testloom_agent.execution.project import Project, project_modules
from testloom_agent.execution.reporting.values.inspecting import Inspectors
from testloom_agent.execution.reporting.values.named import NamedObjects
from testloom_agent.execution.stage import (
    Stage,
    Tracing,
)
from testloom_agent.execution.zygote import BrokenRequest, Wire, Zygote, fits
from testloom_agent.guard import Guard, install
from testloom_agent.guard.allowance import allowance_of
from testloom_agent.guard.reading import serve_readers
from testloom_agent.instrumentation.tracing.tracer import OutOfFuel, Tracer
from testloom_agent.limits import FUEL, SoftDeadline
from testloom_agent.loading import LoadFailure, load, load_mutants
from testloom_agent.packages import add_packages, note_user
from testloom_agent.platform.landlock import restrict_writes
from testloom_agent.platform.limits import IMPORT_MEMORY_BYTES, limit_resources, watch_file_size
from testloom_agent.platform.processes import die_with_parent, private_descriptor
from testloom_agent.platform.seccomp import restrict_calls
from testloom_agent.platform.signals import reset_signals
from testloom_agent.redaction.places import Places
from testloom_agent.redaction.private_modules import imitated
from testloom_agent.redaction.withheld import Imitate, WithheldValues
from testloom_agent.reflection.members.frameworks.commands import make_ready as make_runners_ready
from testloom_agent.reflection.web.applications import make_ready as make_requests_ready

OURS = ("PYTHONHASHSEED", "PYTHONDONTWRITEBYTECODE", "LC_CTYPE", "MALLOC_ARENA_MAX")
"""Variables that control how the agent is started, or that Python sets itself: tests do not need them."""


class Session:
    """Answers the requests that come over a pair of pipes."""

    def __init__(self, options: argparse.Namespace, wire: Wire, withheld: WithheldValues) -> None:
        self._options = options
        self._withheld = withheld
        self._wire = wire
        self._requests = wire.requests
        self._answers = wire.answers
        self._sandbox = Sandbox(options.sandbox or _temporary_folder())
        self._allowance = allowance_of(options.allow, options.root)
        self._exchange = Exchange(withheld)
        self._zygote: Zygote | None = None
        self._handlers: dict[str, Callable[[int], None]] = {
            "L": self._load,
            "E": self._execute,
            "O": self._observe,
            "T": self._observe_together,
            "W": self._watch,
            "V": self._vary,
            "M": self._assess,
        }

    def serve(self) -> None:
        """Answer until the worker says quit or is gone, and leave nothing behind."""
        try:
            while True:
                kind, length = frames.read_header(self._requests)
                if kind == "Q":
                    frames.write_answer(self._answers, {})
                    return
                self._receive(length)
                handler = self._handlers.get(kind)
                if handler is None:
                    self._fail(f"{kind!r} is not a request kind.")
                else:
                    handler(length)
        except frames.EndOfWire:
            return
        finally:
            if self._zygote is not None:
                self._zygote.close()
            self._sandbox.remove()

    def _receive(self, length: int) -> None:
        """Read the body of a request into the shared memory, where the runners find it."""
        if not fits(length):
            raise frames.EndOfWire
        frames.read_into(self._requests, self._exchange.request[:length])

    def _load(self, length: int) -> None:
        if self._zygote is not None:
            self._fail("The subject is already loaded.")
            return
        note_user()
        self._sandbox.enter()
        kernel = self._restricted()
        limit_resources(IMPORT_MEMORY_BYTES)
        output = Output()
        guard = install(self._sandbox.path, self._allowance, self._withheld.note)
        serve_readers(guard, self._sandbox.path, self._withheld.contents)
        hide_machine()
        add_packages(self._options.path)
        guard.folders.project = os.path.join(os.path.realpath(self._options.root), "")
        guard.take_denials()  # those of packages, which do without
        project = Project(self._options.root, self._options.file)  # now, as the project may hide its imports
        try:
            request = self._request(length)
            self._withheld.watch(self._places(request), guard.unseen, _imitation(request))
            module, tracer, description, fixtures = self._loaded(request, guard.fork)
            _prepare_libraries(tracer, guard, description)
        except LoadFailure as failure:
            self._report(failure, guard)
            return
        reset_signals()
        watch_file_size(guard.deny)
        places = [entry["value"] for entry in description.get("paths", ())]
        stage = self._stage(module, tracer, guard, output, project, places, fixtures)
        stage.deadline.is_patient = bool(request.get("patient"))
        if isinstance(tracer, Tracer) and "traced" in request:
            stage = replace(stage, notes_calls=True)
            stage.interpreter.perform_with(TraceFilter(tracer, request["traced"]))
        self._zygote = Zygote(stage, self._wire)
        denied = guard.at_import[:]
        guard.project = guard.folders.project
        guard.readable = self._readable()
        answer = self._withheld.answer({**description, "denied": denied, "guard": kernel})
        frames.write_answer(self._answers, {**answer, "withheld": self._withheld.sources})

    def _restricted(self) -> dict[str, int]:
        """Have the kernel restrict this process; returns which of its means are in force."""
        places, programs, hosts = self._allowance
        return {
            "landlock": restrict_writes((self._sandbox.path, *places), network=bool(hosts)),
            "seccomp": restrict_calls(network=bool(hosts), programs=bool(programs)),
        }

    def _places(self, request: dict[str, Any]) -> Places:
        """Create the rules for private files; the request names those that git ignores."""
        options = self._options
        own = [options.file, *request.get("companions", ())]
        return Places(options.root, (self._sandbox.path,), request.get("ignored", ()), own)

    def _request(self, length: int) -> dict[str, Any]:
        try:
            request = json.loads(bytes(self._exchange.request[:length]))
        except ValueError:
            request = None
        return request if isinstance(request, dict) else {}

    def _loaded(
        self, request: dict[str, Any], fork: Callable[[], int]
    ) -> tuple[ModuleType, Tracing, dict[str, Any], Fixtures]:
        """Load the subject; returns also its tracer or switch, the answer, and the usable fixtures."""
        options = self._options
        conftests = options.conftest
        if wanted := request.get("mutants"):
            of_interfaces = wanted == "integration"
            mutated = load_mutants(
                options.file, options.root, options.import_seconds, of_interfaces, conftests
            )
            make_requests_ready(mutated.module)
            make_runners_ready()
            mutants = [mutant.encode() for mutant in mutated.switch.mutants]
            return mutated.module, mutated.switch, {"mutants": mutants}, mutated.fixtures
        companions = request.get("companions")
        loaded = load(options.file, options.root, options.import_seconds, companions, conftests, fork)
        _prepare(loaded.description)
        return loaded.module, loaded.tracer, loaded.description, loaded.fixtures

    def _readable(self) -> tuple[str, ...]:
        """List where tests may read freely: the sandbox, the project, Python, and what all systems share.

        Code that inspects the stack reads the sources of the agent, too.
        """
        agent = os.path.dirname(os.path.abspath(__file__))
        own = (self._sandbox.path, self._options.root, sys.prefix, sys.base_prefix, agent, *sys.path)
        own += self._allowance.places
        places = [os.path.realpath(place) for place in own if place]
        return (*{place + "/" for place in places if place != "/"}, "/usr/share/", "/dev/")

    def _stage(
        self,
        module: ModuleType,
        tracer: Tracing,
        guard: Guard,
        output: Output,
        project: Project,
        places: Sequence[str],
        fixtures: Fixtures,
    ) -> Stage:
        options = self._options
        modules = project_modules(module, project)
        output.renew()
        self._sandbox.restore()
        guard.wrote = guard.moved = False
        folders = {WORK: self._sandbox.work, PLACE: self._sandbox.place}
        environment = Environment(guard, folders, modules, places)
        threads = StartedThreads(environment.pools, guard.unseen)
        randomness = Randomness(modules)
        state = ProcessState.of(modules, _parts_of(tracer))
        performers = {
            **environment.statements,
            "threads": threads.wait_for_them,
            "restore": _nothing,
            "library": _nothing,
            "database": _nothing,
            "mail": _nothing,
            "media": _nothing,
        }
        output.is_terminal = environment.is_terminal
        self._withheld.tell = environment.note_withheld
        stage = Stage(
            subject=options.file,
            tracer=tracer,
            out_of_fuel=OutOfFuel,
            project=project,
            guard=guard,
            sandbox=self._sandbox,
            exchange=self._exchange,
            output=output,
            interpreter=Interpreter(self._exchange.notes, Callables(fixtures), performers),
            deadline=SoftDeadline(tracer.exhaust),
            state=state,
            threads=threads,
            randomness=randomness,
            environment=environment,
            inspectors=Inspectors(options.root, module),
            named=NamedObjects(module),
        )
        self._withheld.paused = stage.deadline.paused
        gc.collect()
        gc.freeze()
        return stage

    def _report(self, failure: LoadFailure, guard: Guard) -> None:
        """Answer that the subject could not be loaded, and whether the guard was in its way."""
        code, what, advice = failure.code, failure.what, failure.advice
        if guard.at_import and code == "import-raised":
            code = "import-blocked"
            advice = f"The guard blocks this at import: {guard.at_import[-1]}. Move it into a function."
        shown = self._withheld.shown
        frames.write_failure(
            self._answers, code, shown(what), shown(advice), failure.line, self._withheld.sources
        )

    def _execute(self, length: int) -> None:
        self._answer(length, Zygote.execute)

    def _observe(self, length: int) -> None:
        self._answer(length, Zygote.observe)

    def _observe_together(self, length: int) -> None:
        self._answer(length, Zygote.observe_together)

    def _watch(self, length: int) -> None:
        self._answer(length, Zygote.watch)

    def _vary(self, length: int) -> None:
        self._answer(length, Zygote.vary)

    def _assess(self, length: int) -> None:
        self._answer(length, Zygote.assess)

    def _answer(self, length: int, run: Callable[[Zygote, int], list[bytes]]) -> None:
        if self._zygote is None:
            self._fail("No subject is loaded.")
            return
        try:
            parts = run(self._zygote, length)
        except BrokenRequest as error:
            self._fail(self._withheld.shown(str(error)))
            return
        frames.write_frame(self._answers, "=", parts)

    def _fail(self, what: str) -> None:
        frames.write_failure(self._answers, "request", what, "")


def _nothing(_statement: list[Any], _values: Any) -> None:
    """Do nothing: settings and databases are restored after each test case, libraries exist if imported."""


def main(arguments: Sequence[str]) -> NoReturn:
    """Run one session over stdin and stdout."""
    options = _parse(arguments)
    if options.parent:
        die_with_parent(options.parent)
    install_arguments([PROGRAM])
    for name in OURS:
        os.environ.pop(name, None)
    wire, withheld = _take_wire(), WithheldValues()
    try:
        Session(options, wire, withheld).serve()
    except BaseException:
        os.write(wire.log, withheld.shown(traceback.format_exc()).encode("utf-8", "replace"))
        os._exit(1)
    os._exit(0)  # without waiting for threads and exit handlers of the subject


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("testloom_agent")
    parser.add_argument("--root", required=True, help="the project's folder")
    parser.add_argument("--file", required=True, help="the module under test")
    parser.add_argument("--import-seconds", type=float, default=10.0)
    parser.add_argument("--sandbox", help="empty folder to work in (default: a new one)")
    parser.add_argument("--allow", action="append", default=[], help="actions that the guard allows")
    parser.add_argument("--path", action="append", default=[], help="folders that are searched for modules")
    parser.add_argument("--conftest", action="append", default=[], help="files with fixtures of the tests")
    parser.add_argument("--parent", type=int, default=0, help="process to exit with")
    return parser.parse_args(arguments)


def _take_wire() -> Wire:
    """Move the pipes away from stdin and stdout, which the subject may use, and put nothing there."""
    requests, answers, log = [private_descriptor(os.dup(descriptor)) for descriptor in (0, 1, 2)]
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    os.close(nothing)
    with contextlib.suppress(OSError):  # whatever is in the log so far does not come from the agent
        os.ftruncate(log, 0)
        os.lseek(log, 0, os.SEEK_SET)
    return Wire(requests, answers, log)


def _imitation(request: dict[str, Any]) -> Imitate:
    """Create the function that makes stand-ins for the contents of private files."""
    return partial(imitated, is_cautious=bool(request.get("cautious")))


def _temporary_folder() -> str:
    import tempfile

    return tempfile.mkdtemp(prefix="testloom-")


def _prepare(description: dict[str, Any]) -> None:
    """Import what each new runner would import, and what is watched once it is loaded."""
    for name in WATCHED.intersection(description["imports"]):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    if any(entry["is_coroutine"] for entry in description["callables"]):
        import asyncio  # noqa: F401


def _prepare_libraries(tracer: Tracing, guard: Guard, description: dict[str, Any]) -> None:
    """Do what each new process would do at its first test case; code that this runs counts as import."""
    tracer.begin(FUEL)
    prepare_libraries(guard.fork)
    hits, _ = tracer.end()
    if any(hits):
        passed = {index for index, hit in enumerate(hits) if hit}
        description["probes_at_import"] = sorted(passed.union(description["probes_at_import"]))


def _parts_of(tracer: Any) -> list[Any]:
    """List the objects of the probes, which change with every test case."""
    names = [name for kind in type(tracer).__mro__ for name in getattr(kind, "__slots__", ())]
    slots = [getattr(tracer, name, None) for name in names]
    return [tracer, *slots, *getattr(tracer, "__dict__", {}).values()]
