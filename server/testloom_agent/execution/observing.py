"""Runs one test case and says what each statement produced (docs/agent-protocol.md, "Observations")."""

from __future__ import annotations

import json
from typing import Any

from testloom_agent.execution import raised
from testloom_agent.execution.encoding import Encoder, is_mutable
from testloom_agent.execution.stage import Stage
from testloom_agent.execution.state_changes import changes
from testloom_agent.limits import FUEL, Timeout

ENCODE = json.JSONEncoder(separators=(",", ":")).encode
WITHOUT_VALUE = ("assign", "state", "file", "variable", "console", "arguments", "clock", "chance", "folder")


class Observer:
    """Observes one test case in a process of its own; each observation is recorded at once."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._values: dict[int, Any] = {}
        self._encoder = Encoder(self._values, stage.project)

    def observe(self, test: list[list[Any]], seed: int) -> None:
        """Run the test until it ends or its time is over; another seed means other draws and another day."""
        stage = self._stage
        stage.randomness.reset(seed)
        stage.surroundings.begin(seed)
        stage.deadline.start()
        stage.tracer.begin(FUEL)
        try:
            stage.deadline.armed = True
            for statement in test:
                if not self._observe_statement(statement, is_last=statement is test[-1]):
                    break
        except (Timeout, stage.out_of_fuel, MemoryError):
            return
        finally:
            stage.deadline.armed = False
            stage.deadline.stop()

    def _observe_statement(self, statement: list[Any], is_last: bool) -> bool:
        """Run a statement and record what happened, at the end also what it left; false if it raised."""
        stage = self._stage
        kind, identity = statement[:2]
        observation: dict[str, Any] = {"statement": identity, "value": None, "exception": None}
        stage.interpreter.driven = ""
        try:
            value = stage.interpreter.perform(statement, self._values)
        except (Timeout, stage.out_of_fuel, MemoryError):
            raise
        except BaseException as error:
            observation["exception"] = raised.describe(error, stage.project)
        output = stage.output.take()
        if observation["exception"] is None and kind not in WITHOUT_VALUE:
            observation["value"] = self._encoder.encode_result(value)
            self._values[identity] = value
        observation["receiver"], observation["arguments"] = self._look_back(statement)
        observation["output"] = output
        observation["driven"] = stage.interpreter.driven
        touched = stage.surroundings.take()
        if is_last or observation["exception"] is not None:
            touched += changes(stage.state)
        if touched:
            observation["touched"] = touched
        if stage.guard.denials:
            observation["denied"] = stage.guard.take_denials()
        self._record(observation)
        return observation["exception"] is None

    def _look_back(self, statement: list[Any]) -> tuple[Any, dict[str, Any]]:
        """The receiver and the mutable arguments of a call as they are now."""
        if statement[0] != "call":
            return None, {}
        _, _, _, receiver, arguments, keywords = statement
        used = dict.fromkeys([*arguments, *keywords.values()])
        changed = {
            str(key): self._encoder.encode(self._values[key])
            for key in used
            if key in self._values and is_mutable(self._values[key])
        }
        known = receiver is not None and receiver in self._values
        return self._encoder.encode(self._values[receiver]) if known else None, changed

    def _record(self, observation: dict[str, Any]) -> None:
        shelf = self._stage.exchange.traces
        if not shelf.add(ENCODE(observation).encode("ascii") + b","):
            opaque = {"kind": "opaque", "type": "builtins:object"}
            small = {**observation, "value": opaque, "receiver": None, "arguments": {}, "output": ""}
            shelf.add(ENCODE(small).encode("ascii") + b",")
