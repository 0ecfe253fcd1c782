"""Observation: runs one test case and reports the result of each statement.

The format is in docs/agent-protocol.md, "Observations".
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from testloom_agent.doubles import DOUBLES, ReceivedCalls, is_extended
from testloom_agent.environment.fixtures import FIXTURE
from testloom_agent.execution.cleaning import Cleaner
from testloom_agent.execution.isolation.threads.joining import Joining
from testloom_agent.execution.isolation.threads.threads import ends_of
from testloom_agent.execution.messages import Messages
from testloom_agent.execution.performing.exchange import TEST, Shelf
from testloom_agent.execution.reporting import raised
from testloom_agent.execution.reporting.frameworks.databases import is_session
from testloom_agent.execution.reporting.frameworks.flask_sessions import is_client
from testloom_agent.execution.reporting.values.encoding import Encoder, is_mutable
from testloom_agent.execution.stage import Stage
from testloom_agent.execution.state_changes import LastChanges, changes
from testloom_agent.limits import FUEL, PATIENT_TICKS, SOFT_TICKS, Timeout
from testloom_agent.redaction.withheld import HELD

Observed: TypeAlias = dict[str, Any]

ENCODE = json.JSONEncoder(separators=(",", ":")).encode
NOT_OBSERVED = b"[],"
LEFT = "leave a thread running"
WITHOUT_VALUE = (
    "assign",
    "threads",
    "restore",
    "library",
    "database",
    "mail",
    "media",
    "loop",
    "context",
    "configured",
    "held",
)
"""Kinds of statements without a value, like all statements that prepare the environment."""


class Observer:
    """Observes one test case; `keep` gets each observation at once.

    If `thorough`, the last observation also reports what the test left changed in modules, and the test
    may take longer. Otherwise, only the value of the last statement is reported, since tests make
    assertions about it. With `states`, the last observation also has the values of module names
    that the last statement has changed, if they are public or the test sets them.
    """

    def __init__(
        self, stage: Stage, keep: Callable[[Observed], None], *, thorough: bool = True, states: bool = True
    ) -> None:
        self._stage = stage
        self._keep = keep
        self._thorough = thorough
        self._values: dict[int, Any] = {}
        self._made: list[int] = []
        """The statements whose values calls have made: a later call may change them through other objects."""
        self._doubles: list[int] = []
        """The statements that made doubles: others than the statement that passes one may call it."""
        self._encoder = Encoder(self._values, stage.project, stage.inspectors, stage.guard)
        self._messages = Messages(stage.project)
        self._changes = LastChanges(self._encoder) if states else None
        self._names_set: frozenset[str] = frozenset()

    def observe(self, test: list[list[Any]], seed: int) -> bool:
        """Run the test; false if its time or its memory was over before it ended.

        Another seed means other draws and another day.
        """
        stage = self._stage
        self._names_set = frozenset(statement[2] for statement in test if statement[0] == "state")
        stage.randomness.reset(seed)
        stage.environment.begin(seed)
        stage.interpreter.definitions.place = seed
        stage.deadline.most = PATIENT_TICKS if self._thorough else SOFT_TICKS
        stage.deadline.start()
        stage.threads.begin()
        stage.tracer.begin(FUEL)
        if stage.exchange.withheld.holds(test):
            stage.guard.denials.append(HELD)
        try:
            with self._messages, self._joining_of(test, seed) as self._joining:
                stage.deadline.armed = True
                for statement in test:
                    if not self._observe_statement(statement, is_last=statement is test[-1]):
                        break
        except Timeout:
            stage.deadline.expired = True  # even if an event loop has reported that it would wait forever
            return False
        except (stage.out_of_fuel, MemoryError):
            return False
        finally:
            stage.deadline.armed = False
            stage.deadline.stop()
            stage.interpreter.leave_loop()
        return True

    def _observe_statement(self, statement: list[Any], is_last: bool) -> bool:
        """Run a statement and record what happened, finally also what the test left; false if it raised."""
        stage = self._stage
        kind, identity = statement[:2]
        observation: Observed = {"statement": identity, "value": None, "exception": None}
        stage.interpreter.driven = ""
        if is_last and self._changes is not None:
            self._changes.begin(stage.state.names.changed(), self._names_set)
        value = self._performed(statement, observation)
        is_end = is_last or observation["exception"] is not None
        runs_on = self._runs_on()
        if is_end:
            self._end_threads()
        heard_calls = ReceivedCalls(self._values[key] for key in self._doubles)
        if stage.output.is_closed:
            stage.guard.denials.append("close a standard stream")
        (output, errors), heard = stage.output.take(), self._messages.take()
        is_told = self._thorough or is_last
        yields = kind not in WITHOUT_VALUE and kind not in stage.environment.statements
        if observation["exception"] is None and yields:
            is_told_of = is_told and not is_fixture(statement)
            observation["value"] = self._told(kind, value) if is_told_of else None
            if kind == "make" or (_is_asked(statement) and self._is_new(value)):
                self._made.append(identity)
            self._values[identity] = value
        looked_back = self._look_back(statement, heard_calls) if is_told else (None, {})
        observation["receiver"], observation["arguments"] = looked_back
        if kind in ("double", "stub"):
            self._doubles.append(identity)
        observation["output"] = output
        if errors:
            observation["errors"] = errors
        observation.update(heard)
        observation["driven"] = stage.interpreter.driven
        touched = stage.environment.take()
        if runs_on:
            touched.append(("threads",))
        if is_end:
            touched += self._look_around(observation)
        if touched:
            observation["touched"] = touched
        if stage.guard.denials:
            observation["denied"] = stage.guard.take_denials()
        self._keep(observation)
        stage.output.take()  # drop what properties printed, warned of or logged when they were read
        self._messages.take()
        return observation["exception"] is None

    def _is_new(self, value: Any) -> bool:
        """Check whether no statement has produced this object before, and it is not a double's answer."""
        is_double = type(value).__module__ == DOUBLES
        return not is_double and all(value is not earlier for earlier in self._values.values())

    def _runs_on(self) -> bool:
        """Check whether the test has threads that nothing in it waits for, including fixtures and loop."""
        threads, interpreter = self._stage.threads, self._stage.interpreter
        ending = interpreter.threads_of_loop
        are_there = self._joining.are_loose(ending) or threads.are_left(ending)
        return are_there and not threads.waits and not interpreter.has_open_fixtures

    def _performed(self, statement: list[Any], observation: Observed) -> Any:
        """Run a statement and return its value; an exception goes into the observation."""
        stage = self._stage
        try:
            with self._joining.of_statement():
                return stage.interpreter.perform(statement, self._values)
        except (Timeout, stage.out_of_fuel, MemoryError):
            raise
        except BaseException as error:
            observation["exception"] = raised.describe(error, stage.project)
            return None

    def _look_around(self, observation: Observed) -> list[tuple[str, ...]]:
        """Observe what the test leaves; returns what it changed in modules and doubles."""
        stage = self._stage
        observation["files"] = stage.environment.files_left()
        is_asked = self._thorough or self._changes is not None
        changed = list(stage.state.names.changed()) if is_asked else []
        if self._changes is not None and (states := self._changes.end(changed)):
            observation["states"] = states
        self._end_fixtures()
        changed = list(stage.state.names.changed()) if self._thorough else []
        if not self._thorough:
            return []
        own = stage.environment.names_set()
        lost = [name for name in stage.state.foreign.replaced() if name not in own]
        stage.guard.denials += [f"replace {name} permanently" for name in lost]
        settings = [("restore", name) for name in stage.state.registries.changed()]
        extended = [("extended", str(key)) for key in self._doubles if is_extended(self._values.get(key))]
        state = changes(changed, stage.state.modules.shared, stage.sandbox.path)
        return [*state, *settings, *extended, *self._left_threads()]

    def _joining_of(self, test: list[list[Any]], seed: int) -> Joining:
        """Have threads begin late or, every other time if the test itself waits for them, let them get ahead.

        This shows what depends on how fast the threads are.
        """
        waits = any(statement[0] == "threads" for statement in test)
        is_late = not waits or bool(seed % 2)
        is_asked = self._thorough
        pools = self._stage.environment.pools
        return Joining(pools, hesitate=is_asked and is_late, gives_way=is_asked and not is_late)

    def _end_threads(self) -> None:
        """End the test's threads as its statement says; a failure is noted as denied."""
        try:
            self._stage.threads.end(dwells=self._thorough and not self._joining.hesitates)
        except (Timeout, self._stage.out_of_fuel, MemoryError):
            raise
        except BaseException:
            self._stage.guard.denials.append("raise an exception when threads are ended")

    def _end_fixtures(self) -> None:
        """Tear down the fixtures of the test; a failure is noted as denied."""
        try:
            self._stage.interpreter.end()
        except (Timeout, self._stage.out_of_fuel, MemoryError):
            raise
        except BaseException:
            self._stage.guard.denials.append("raise an exception when fixtures are torn down")

    def _left_threads(self) -> list[tuple[str, ...]]:
        """List the methods that may end threads left by the test, which is noted as denied, or pools."""
        stage = self._stage
        stage.threads.settle()
        if stage.threads.are_left():
            stage.guard.denials.append(LEFT)
        elif not stage.threads.are_idle():
            return []
        return [("end", str(key), name) for key, value in self._values.items() for name in ends_of(value)]

    def _told(self, kind: str, value: Any) -> Any:
        """Encode the value of a statement."""
        return (
            self._encoder.encode_definition(value) if kind == "class" else self._encoder.encode_result(value)
        )

    def _look_back(self, statement: list[Any], heard: ReceivedCalls) -> tuple[Any, dict[str, Any]]:
        """Encode the receiver and mutable arguments of a statement as they are now, and earlier values.

        These include earlier doubles and, after a request, sessions. A client has a session, too. Calls that
        are not `heard` yet are not calls by the test.
        """
        heard.forget_later()
        receiver, used = _involved(statement)
        stores = any(is_session(self._values.get(key)) for key in used)
        if receiver is not None or stores:
            used += [key for key in self._made if key not in (receiver, statement[1])]
        if statement[0] == "request":  # the application may use a session of the test, or its own
            used += [key for key, value in self._values.items() if is_session(value)]
            receiver = statement[3] if is_client(self._values.get(statement[3])) else None
        used += [key for key in self._doubles if key != receiver]
        keys = [key for key in dict.fromkeys(used) if key in self._values and is_mutable(self._values[key])]
        encoded = {  # doubles first: what other objects are asked may call them
            key: self._encoder.encode(self._values[key])
            for key in sorted(keys, key=lambda key: key not in self._doubles)
        }
        changed = {str(key): encoded[key] for key in keys}
        state = None
        if receiver is not None and receiver in self._values:
            state = self._encoder.encode_state(self._values[receiver])
        heard.forget_later()
        return state, changed


def observe_from(stage: Stage, tests: Sequence[Any], start: int, seed: int) -> None:
    """Observe tests in this process, from `start` on, until one does not end, or leaves what stays.

    Of one that takes too long it is said that nothing is known; others that do not end may do so elsewhere.
    """
    cleaner = Cleaner(stage)
    cleaner.is_clean()  # changes by making the sandbox do not belong to the first test
    for index in range(start, len(tests)):
        stage.exchange.notes[TEST] = index
        seen: list[Observed] = []
        has_ended = Observer(stage, seen.append).observe(tests[index], seed)
        if stage.deadline.expired:
            stage.exchange.traces.add(NOT_OBSERVED)
        if stage.deadline.expired or not has_ended:
            return
        is_told = stage.exchange.traces.add(ENCODE(seen).encode("ascii") + b",")
        if not is_told or any("denied" in entry for entry in seen) or not cleaner.is_clean():
            return


def is_fixture(statement: list[Any]) -> bool:
    """Check whether a statement requests a fixture, whose value itself no test asserts."""
    return statement[0] == "call" and str(statement[2]).startswith(FIXTURE)


def _is_asked(statement: list[Any]) -> bool:
    """Check whether a statement makes a call that may create an object, not just a plain copy of a list."""
    match statement:
        case ["call" | "fixed", _, path, receiver, *_]:
            return receiver is not None or not str(path).startswith("builtins:")
    return False


def _involved(statement: list[Any]) -> tuple[int | None, list[int]]:
    """Return the statements whose values are the receiver and the arguments of this one."""
    match statement:
        case ["call", _, _, receiver, arguments, keywords] | [
            "fixed",
            _,
            _,
            receiver,
            arguments,
            keywords,
            _,
        ]:
            return receiver, [*arguments, *keywords.values()]
        case ["make", _, _, _, arguments, keywords]:
            return None, [*arguments, *keywords.values()]
        case ["invoke", _, receiver, arguments, keywords]:
            return receiver, [*arguments, *keywords.values()]
        case ["attribute" | "enter" | "assign", _, receiver, *_]:
            return receiver, []
        case _:
            return None, []


def record(observation: Observed, shelf: Shelf) -> None:
    """Put an observation on a shelf, or what there is room for."""
    if not shelf.add(ENCODE(observation).encode("ascii") + b","):
        opaque = {"kind": "opaque", "type": "builtins:object"}
        small = {**observation, "value": opaque, "receiver": None, "arguments": {}, "output": ""}
        shelf.add(ENCODE(small).encode("ascii") + b",")
