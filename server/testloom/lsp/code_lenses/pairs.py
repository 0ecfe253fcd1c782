"""Code actions at calls: tests of the caller together with what it calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from testloom.lsp.code_lenses.lenses import COVER
from testloom.lsp.documents import path_of
from testloom.lsp.protocol.generating import GENERATE_TESTS
from testloom.lsp.translation import say
from testloom.model.errors import TestloomError

if TYPE_CHECKING:
    from testloom.integration import CallResolver, Coupling, ModuleSource, Unit


def pair_actions(uri: str, line: int) -> list[types.CodeAction]:
    """An action for each callee of a call on the line, if it is coupled with the caller.

    The files are read as they were saved; that takes longer than a request may keep the server waiting.
    """
    from testloom.integration import pairs_at

    written = as_saved(uri)
    if written is None:
        return []
    module, resolver = written
    return [_action(uri, line, pair) for pair in pairs_at(module, line + 1, resolver)]


def as_saved(uri: str) -> tuple[ModuleSource, CallResolver] | None:
    """The module in a file, and what finds out which functions its calls run; None if there is no module."""
    from testloom.integration import SourceTree, resolver_for
    from testloom.subject import find_root, module_name

    try:
        path = path_of(uri)
        root = find_root(path)
        sources = SourceTree(root)
        module = sources.module(module_name(root, path))
    except TestloomError:
        return None
    return None if module is None else (module, resolver_for(sources))


def _action(uri: str, line: int, pair: Coupling) -> types.CodeAction:
    title = say("Generate integration tests for {0} and {1}", pair.caller.name, pair.callee.name)
    command = types.Command(title, GENERATE_TESTS, arguments=[pair_request(uri, line, pair)])
    return types.CodeAction(title, kind=COVER, command=command)


def pair_request(uri: str, line: int, pair: Coupling) -> dict[str, Any]:
    """The argument of the command that generates tests of a pair."""
    return {
        "uri": uri,
        "position": {"line": line, "character": 0},
        "pair": [_target(pair.caller), _target(pair.callee)],
    }


def _target(unit: Unit) -> str:
    return f"{unit.module.file}::{unit.qualname}" if unit.qualname else str(unit.module.file)
