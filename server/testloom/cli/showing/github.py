"""Annotations that GitHub shows beside the code of a pull request (workflow commands)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from testloom.cli.showing.output import counted
from testloom.model.events.jobs import Event, Failed, Finding, Outdated
from testloom.model.events.units import UnitDone
from testloom.model.texts.foreign import shown_lines


def workflow_commands(events: Sequence[Event], folder: Path) -> Iterator[str]:
    """Yield a workflow command for each event that needs attention; paths are relative to `folder`."""
    files = {event.unit: event.file for event in events if isinstance(event, UnitDone)}
    for event in events:
        match event:
            case Failed():
                yield _command("error", event.what, folder, event.target)
            case Outdated():
                yield _command("warning", f"{event.name} no longer passes: {event.what}", folder, event.file)
            case Finding():
                name = event.target.partition(":")[2]
                error = event.exception.rpartition(":")[2]
                what = f"{name} raises {error} (undocumented): {event.message}"
                yield _command("warning", what, folder, files.get(_unit(event.target), ""), event.line)
            case UnitDone() if event.status != "same" and event.covered < event.goals:
                goals = counted(event.goals, "goal")
                what = f"{event.unit}: generated tests cover {event.covered} of {goals}"
                yield _command("notice", what, folder, event.file)


def floor_command(what: str) -> str:
    """Render the workflow command for a coverage that is too low."""
    return f"::error title=Testloom::{_escaped(what)}"


def _unit(target: str) -> str:
    module, _, name = target.partition(":")
    return f"{module}:{name.partition('.')[0]}"


def _command(kind: str, what: str, folder: Path, file: str, line: int = 0) -> str:
    path = Path(file).relative_to(folder) if file and Path(file).is_relative_to(folder) else Path(file)
    named = {"file": path.as_posix() if file else "", "line": str(line or ""), "title": "Testloom"}
    properties = ",".join(f"{key}={_property(value)}" for key, value in named.items() if value)
    return f"::{kind} {properties}::{_escaped(what)}"


def _escaped(text: str) -> str:
    return shown_lines(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
