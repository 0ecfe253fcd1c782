"""What a user can do about an error with one click."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from testloom.lsp.documents import uri_of
from testloom.lsp.protocol.generating import Remedy
from testloom.lsp.translation import say
from testloom.model.events.jobs import Failed

_OF_INTERPRETER = ("InterpreterError", "TrackedInterpreterError", "MissingToolError", "missing-package")


def remedies_for(failed: Failed) -> tuple[Remedy, ...]:
    """The buttons of an error, the most likely one first."""
    return tuple(_remedies(failed))


def _remedies(failed: Failed) -> Iterator[Remedy]:
    file = Path(failed.target)
    uri = uri_of(file) if file.is_absolute() else ""
    if failed.line is not None and uri:
        yield Remedy("goTo", say("Go to Line"), uri, failed.line - 1)
    if command := _command_in(failed.advice):
        yield _installation(failed.code, uri, command)
    if failed.code in _OF_INTERPRETER:
        yield Remedy("selectInterpreter", say("Select Interpreter"), uri)
    if failed.code == "InterpreterError":
        yield Remedy("createEnvironment", say("Create Environment"), uri)
    if failed.code in ("InterpreterError", "MissingToolError"):
        yield Remedy("doctor", say("Open Doctor"))


def _installation(code: str, uri: str, command: str) -> Remedy:
    if " -m venv " in command:
        return Remedy("createEnvironment", say("Create Environment"), uri, text=command)
    title = say("Install pytest") if code == "MissingToolError" else say("Install Package")
    return Remedy("install", title, uri, text=command)


def _command_in(advice: str) -> str:
    """The command that an advice ends with, if it installs something."""
    command = advice.partition(": ")[2]
    return command if " install " in command else ""
