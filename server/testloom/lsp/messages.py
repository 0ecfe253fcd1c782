"""Messages to the user; an error comes with possible remedies, and a link to the log.

VS Code makes links of `[text](command:…)` in messages and runs the command on a click. None of our messages
has a link, so anything that looks like one comes from the code under test or a repository, and is made
ineffective.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from testloom.lsp.answers import asked, tell
from testloom.lsp.documents import uri_of
from testloom.lsp.protocol.generating import ANSWERED, REMEDY, Answered, Remedy
from testloom.lsp.translation import say
from testloom.measurement import REQUIRED
from testloom.model.events.jobs import Failed
from testloom.model.texts.foreign import without_links

_ROOM, _FRAME = 64, 5
"""The room for a message's buttons in characters, and what a button takes besides its title."""


def show_info(server: LanguageServer, message: str) -> None:
    """Show the result of a request."""
    _show(server, types.MessageType.Info, message)


def show_warning(server: LanguageServer, message: str) -> None:
    """Show why a request cannot be fulfilled as it is."""
    _show(server, types.MessageType.Warning, f"Testloom: {message}")


def show_advice(server: LanguageServer, message: str, remedies: Sequence[Remedy]) -> None:
    """Show what the user can do, with buttons for it if the editor supports them."""
    _offer(server, types.MessageType.Info, message, remedies)


def show_error(server: LanguageServer, message: str, remedies: Sequence[Remedy] = ()) -> None:
    """Show an error, with buttons for possible remedies if the editor supports them."""
    copy = Remedy("copy", say("Copy"), text=message)
    log = Remedy("showLog", say("Show Log"))
    _offer(server, types.MessageType.Error, message, (*(remedies or [copy]), log))


def _offer(server: LanguageServer, kind: types.MessageType, message: str, remedies: Sequence[Remedy]) -> None:
    if not _has_buttons(server):
        _show(server, kind, message)
        return
    offered = {remedy.title: remedy for remedy in fitting(remedies)}

    def answered(chosen: types.MessageActionItem | None) -> None:
        tell(server, ANSWERED, Answered(message))
        if chosen is not None and chosen.title in offered:
            tell(server, REMEDY, offered[chosen.title])

    actions = [types.MessageActionItem(title) for title in offered]
    params = types.ShowMessageRequestParams(kind, without_links(message), actions)
    server.window_show_message_request(params, callback=answered)


def fitting(remedies: Sequence[Remedy]) -> Sequence[Remedy]:
    """Keep the first buttons, as many as a message has room for: VS Code cuts the titles of others."""
    ends = itertools.accumulate(len(remedy.title) + _FRAME for remedy in remedies)
    return remedies[: max(1, sum(end <= _ROOM for end in ends))]


async def choose(server: LanguageServer, message: str, *buttons: str) -> str | None:
    """Ask the user to press one of the buttons below a message.

    None if they close it or the editor has no buttons.
    """
    if not _has_buttons(server):
        return None
    actions = [types.MessageActionItem(button) for button in buttons]
    params = types.ShowMessageRequestParams(types.MessageType.Warning, without_links(message), actions)
    chosen = await asked(server.window_show_message_request_async(params))
    return None if chosen is None else chosen.title


def _show(server: LanguageServer, kind: types.MessageType, message: str) -> None:
    server.window_show_message(types.ShowMessageParams(kind, without_links(message)))


def _has_buttons(server: LanguageServer) -> bool:
    window = server.client_capabilities.window
    return window is not None and window.show_message is not None


_OF_INTERPRETER = ("InterpreterError", "TrackedInterpreterError", "MissingToolError", "missing-package")


def remedies_for(failed: Failed) -> tuple[Remedy, ...]:
    """List the buttons of an error, the most likely one first."""
    return tuple(_remedies(failed))


def _remedies(failed: Failed) -> Iterator[Remedy]:
    file = Path(failed.target)
    uri = uri_of(file) if file.is_absolute() else ""
    if failed.line is not None and uri:
        yield Remedy("goTo", say("Go to Line"), uri, failed.line - 1)
    if command := _command_in(failed.advice):
        yield _installation(uri, command)
    if failed.code in _OF_INTERPRETER:
        yield Remedy("selectInterpreter", say("Select Interpreter"), uri)
    if failed.code == "InterpreterError":
        yield Remedy("createEnvironment", say("Create Environment"), uri)
    if failed.code in ("InterpreterError", "MissingToolError"):
        yield Remedy("doctor", say("Open Doctor"))


def _installation(uri: str, command: str) -> Remedy:
    if " -m venv " in command:
        return Remedy("createEnvironment", say("Create Environment"), uri, text=command)
    match [tool for word, tool in REQUIRED.items() if word in command.split()]:
        case [one]:
            title = say("Install {0}", one)
        case [one, other]:
            title = say("Install {0} and {1}", one, other)
        case _:
            title = say("Install Package")
    return Remedy("install", title, uri, text=command)


def _command_in(advice: str) -> str:
    """Return the command at the end of an advice, if it installs something; "" otherwise."""
    command = advice.partition(": ")[2]
    return command if " install " in command else ""
