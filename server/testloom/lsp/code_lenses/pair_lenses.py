"""Lenses and actions of callers: coverage of coupled branches with a callee, and integration tests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from testloom.lsp.code_lenses.lenses import COVER
from testloom.lsp.documents import path_of, read_file
from testloom.lsp.protocol.generating import GENERATE_TESTS
from testloom.lsp.translation import say, say_count
from testloom.model.errors import ProjectError, StoreError, TestloomError
from testloom.model.texts.lines import plain_lines, unchanged_lines
from testloom.model.texts.trees import first_line

if TYPE_CHECKING:
    from testloom.integration import CallResolver, Coupling, ModuleSource, Unit

KIND = "pairs"
"""The kind of pair lenses in `options.LENSES`."""
MOST = 2
"""The maximum number of lenses of a caller: those of its most worthwhile pairs."""


@dataclass(frozen=True, slots=True)
class KnownPair:
    """The data of a pair for a lens: the line of its caller (from 0), and the coupled branches of both."""

    line: int
    ids: tuple[str, str]
    callee: str
    coupled: int
    request: Mapping[str, Any]


class PairLenses:
    """Finds the pairs of files in the background, once for each save of a file.

    `changed` is called when there is something new to show.
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._known: dict[Path, _Found] = {}
        self._searches: dict[Path, asyncio.Task[None]] = {}

    def of(self, uri: str, path: Path, text: str) -> list[types.CodeLens]:
        """Create lenses in a text for the pairs known so far, and start a search for the rest."""
        self._renew(uri, path)
        pairs = self._known.get(path, _Found()).pairs_in(text)
        covered = _covered(path) if pairs else {}
        return [_lens(pair, covered.get(pair.ids)) for pair in pairs if not _is_done(covered.get(pair.ids))]

    def saved(self, uri: str, path: Path) -> None:
        """Search a file again whose pairs are shown: an editor asks for lenses only while a text changes."""
        if path in self._known:
            self._renew(uri, path)

    def forget(self, path: Path) -> None:
        """Drop a document that was closed."""
        self._known.pop(path, None)

    def _renew(self, uri: str, path: Path) -> None:
        if self._known.get(path, _Found()).saved != _saved(path) and path not in self._searches:
            self._searches[path] = asyncio.ensure_future(self._search(uri, path))

    async def _search(self, uri: str, path: Path) -> None:
        before = self._known.get(path, _Found())
        found = self._known[path] = await asyncio.to_thread(_found, uri, path)
        del self._searches[path]
        if list(found.pairs) != list(before.pairs_in(found.text)):
            self._changed()


@dataclass(frozen=True, slots=True)
class _Found:
    """The pairs of a file, with its text and the time when it was saved."""

    saved: int = 0
    text: str = ""
    pairs: Sequence[KnownPair] = ()

    def pairs_in(self, text: str) -> Sequence[KnownPair]:
        """Move the pairs to where their callers are in another text, without callers that are gone."""
        if not self.pairs or text == self.text:
            return self.pairs
        lines = unchanged_lines(plain_lines(self.text), plain_lines(text))
        return [replace(pair, line=lines[pair.line + 1] - 1) for pair in self.pairs if pair.line + 1 in lines]


def _found(uri: str, path: Path) -> _Found:
    saved = _saved(path)
    try:
        text = read_file(path) or ""
    except ProjectError:  # the file can no longer be read
        return _Found(saved)
    return _Found(saved, text, _pairs(uri))


def _pairs(uri: str) -> list[KnownPair]:
    """Find the pairs of the callers in a file, as it was saved."""
    from testloom.integration import own_pairs_of, units_in

    written = as_saved(uri)
    units = units_in(*written) if written else []
    return [_known(uri, pair) for unit in units for pair in _best(own_pairs_of(unit))]


def _best(pairs: Sequence[Coupling]) -> Iterator[Coupling]:
    yield from [pair for pair in pairs if pair.branches][:MOST]


def _known(uri: str, pair: Coupling) -> KnownPair:
    """Make the data of a pair for a lens.

    The lens is at the start of a calling class, or of the first function that makes such a call.
    """
    callers = {site.caller for site in pair.sites}
    found = (function.node for function in pair.caller.functions if function.id in callers)
    node = pair.caller.kind.node if pair.caller.kind is not None else next(found)
    line = first_line(node) - 1
    ids = pair.caller.id, pair.callee.id
    return KnownPair(line, ids, pair.callee.name, len(pair.branches), pair_request(uri, line, pair))


def _lens(pair: KnownPair, covered: tuple[int, int] | None) -> types.CodeLens:
    place = types.Position(pair.line, 0)
    reached, coupled = covered if covered is not None else (None, pair.coupled)
    branches = say_count(coupled, "1 branch", "{0} branches")
    title = say("Integration tests with {0} · {1}", pair.callee, branches)
    if reached is not None:
        title = say("Integration tests with {0} · {1} of {2}", pair.callee, reached, branches)
    command = types.Command(title, GENERATE_TESTS, arguments=[dict(pair.request)])
    return types.CodeLens(types.Range(place, place), command)


def _is_done(covered: tuple[int, int] | None) -> bool:
    """Check whether tests cover all coupled branches of a pair."""
    return covered is not None and covered[0] >= covered[1]


def _covered(path: Path) -> dict[tuple[str, str], tuple[int, int]]:
    from testloom.store import PairCoverage, open_store

    try:
        with open_store() as database:
            return PairCoverage(database).of(path)
    except StoreError:
        return {}


def _saved(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def pair_actions(uri: str, line: int) -> list[types.CodeAction]:
    """Create an action for each callee of a call on the line, if it is coupled with the caller.

    The files are read as they were saved; that takes longer than a request may keep the server waiting.
    """
    from testloom.integration import pairs_at

    written = as_saved(uri)
    if written is None:
        return []
    module, resolver = written
    return [_action(uri, line, pair) for pair in pairs_at(module, line + 1, resolver)]


def as_saved(uri: str) -> tuple[ModuleSource, CallResolver] | None:
    """Parse the module in a file as saved, and create a resolver for its calls.

    None if there is no module.
    """
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
    """Build the argument of the command that generates tests of a pair."""
    return {
        "uri": uri,
        "position": {"line": line, "character": 0},
        "pair": [_target(pair.caller), _target(pair.callee)],
    }


def _target(unit: Unit) -> str:
    return f"{unit.module.file}::{unit.qualname}" if unit.qualname else str(unit.module.file)
