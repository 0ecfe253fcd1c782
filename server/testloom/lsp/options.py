"""The editor's settings: the section `testloom`, requested when a job starts."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from testloom.lsp.answers import asked
from testloom.model.settings import BOUNDS, PARTS, Settings, is_allowance, is_number

SECTION = "testloom"
INTERPRETER = "testloom.python"
"""The setting for which our client returns the interpreter chosen in the editor's Python extension."""
ENV_FILE = "python.envFile"
"""The setting of the editor's Python extension that names the file with environment variables."""
ON_SAVE = ("off", "changed", "dependants")
"""The code that gets tests on save: none, changed code, or changed code and all code that uses it."""
LENSES = ("functions", "branches", "cases", "handlers", "raises", "returns", "lines", "record", "pairs")
"""The kinds of code lenses."""
HINTS = ("findings", "goals")
"""The kinds of diagnostics."""


@dataclass(frozen=True, slots=True)
class Options:
    """The settings of an editor; None, or an absent setting, leaves it to pyproject.toml or the default."""

    python: str | None = None
    root: str | None = None
    budget: float | None = None
    without: tuple[str, ...] = ()
    lenses: tuple[str, ...] = LENSES
    on_save: str = "off"
    allow: tuple[str, ...] = ()
    hints: tuple[str, ...] = ("findings",)
    when_idle: bool = False
    env_file: str | None = None

    @classmethod
    def decode(cls, data: object) -> Options:
        """Decode the section, ignoring values of the wrong type: the editor already underlines them."""
        values: Mapping[str, object] = data if isinstance(data, Mapping) else {}
        return cls(
            _text(values.get("python")),
            _text(values.get("root")),
            _seconds(values.get("budget")),
            _among(PARTS, values.get("without"), ()),
            _among(LENSES, values.get("lenses"), LENSES),
            _one_of(ON_SAVE, values.get("onSave")),
            _allowed(values.get("allow")),
            _among(HINTS, values.get("hints"), HINTS[:1]),
            values.get("whenIdle") is True,
            _text(values.get("envFile")),
        )

    def over(self, project: Mapping[str, Any], allow: Sequence[str] = ()) -> Settings:
        """Merge the settings: the defaults, then the project's, then the editor's.

        `allow` is everything that the guard lets pass.

        Raises:
            UsageError: if the project sets an unknown setting.
        """
        own = {"budget": self.budget, "without": self.without, "allow": allow}
        return Settings.decode({**project, **{name: value for name, value in own.items() if value}})

    def root_in(self, folder: Path) -> Path | None:
        """Return the root that is set, links and all; a relative one starts at the workspace folder."""
        return None if self.root is None else Path(os.path.normpath(folder / Path(self.root).expanduser()))


def _text(value: object) -> str | None:
    return value.strip() or None if isinstance(value, str) else None


def _allowed(value: object) -> tuple[str, ...]:
    entries = value if isinstance(value, list) else []
    return tuple(filter(is_allowance, entries))


def _seconds(value: object) -> float | None:
    if not isinstance(value, int | float) or not is_number(value):
        return None
    return float(value) if 0 < value <= BOUNDS["budget"][1] else None


def _among(known: tuple[str, ...], value: object, default: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in known if name in value) if isinstance(value, list) else default


def _one_of(known: tuple[str, ...], value: object) -> str:
    return value if isinstance(value, str) and value in known else known[0]


def listen_to_changes(server: LanguageServer) -> None:
    """Have the editor report changes of the settings, if it supports that."""
    workspace = server.client_capabilities.workspace
    changes = workspace.did_change_configuration if workspace else None
    if changes and changes.dynamic_registration:
        options = types.DidChangeConfigurationRegistrationOptions(section=SECTION)
        request = types.Registration(SECTION, types.WORKSPACE_DID_CHANGE_CONFIGURATION, options)
        params = types.RegistrationParams([request])
        server.client_register_capability(params, callback=lambda _: None)


class KnownOptions:
    """The settings of the editor; `initial` are those of the start, for editors that cannot be asked."""

    def __init__(self, server: LanguageServer) -> None:
        self._server = server
        self._known: dict[str, Options] = {}
        self.initial = Options()

    async def of(self, uri: str) -> Options:
        """Read the options of an open document, except its interpreter.

        The editor is asked once, until they change.
        """
        if uri not in self._known:
            [section] = await self._asked(uri, SECTION) or [None]
            self._known[uri] = self.initial if section is None else Options.decode(section)
        return self._known[uri]

    async def now(self, uri: str) -> Options:
        """Read the current options of a file or folder, with the interpreter chosen in the editor."""
        answer = await self._asked(uri, SECTION, INTERPRETER, ENV_FILE)
        if answer is None:
            return self.initial
        section, interpreter, env_file = answer
        options = Options.decode(section)
        return replace(options, python=_text(interpreter) or options.python, env_file=_text(env_file))

    async def _asked(self, uri: str, *sections: str) -> list[Any] | None:
        """Request some sections of the settings from the editor; None if it does not support that."""
        workspace = self._server.client_capabilities.workspace
        if workspace is None or not workspace.configuration:
            return None
        items = [types.ConfigurationItem(scope_uri=uri, section=section) for section in sections]
        answer = await asked(self._server.workspace_configuration_async(types.ConfigurationParams(items)))
        return [*answer, *[None] * len(sections)][: len(sections)]

    def forget(self, uri: str | None = None) -> None:
        """Drop a document that was closed; without one, all, because the settings have changed."""
        if uri is None:
            self._known.clear()
        else:
            self._known.pop(uri, None)
