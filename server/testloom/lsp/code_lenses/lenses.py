"""Code lenses and code actions for generating tests here, and from calls recorded here."""

from __future__ import annotations

from collections.abc import Container, Mapping

from lsprotocol import types

from testloom.lsp.places.outline import Unit
from testloom.lsp.places.spots import Page, Spot, is_covered, missing_spots, request_for, spots_on, title_of
from testloom.lsp.protocol.generating import GENERATE_TESTS
from testloom.lsp.protocol.recording import ChosenFunctions, RecordedFunction
from testloom.lsp.protocol.wire import encode
from testloom.lsp.translation import say, say_count
from testloom.model.errors import MessageError

COVER = "refactor.cover"


def code_lenses(page: Page, shown: Container[str]) -> list[types.CodeLens]:
    """Create a lens for each class and function, and for each outcome that no test reaches.

    `shown` has the kinds that the user wants to see (`options.LENSES`). The titles are left to `resolved`:
    the editor asks for those of the lenses that it shows.
    """
    spots = [Spot("functions", unit.line) for unit in page.outline.units]
    return [_lens(spot, page) for spot in (*spots, *missing_spots(page)) if spot.kind in shown]


def resolved(lens: types.CodeLens, page: Page) -> types.CodeLens:
    """Add the command to the lens; no command if its place is gone."""
    data = lens.data or {}
    spot = Spot(str(data.get("kind")), lens.range.start.line, data.get("outcome"))
    if title := title_of(spot, page):
        lens.command = types.Command(title, GENERATE_TESTS, arguments=[request_for(spot, page)])
    return lens


def uri_of_lens(lens: types.CodeLens) -> str:
    """Read the document that a lens belongs to.

    Raises:
        MessageError: if the lens was not created by Testloom.
    """
    if not isinstance(lens.data, dict) or not isinstance(lens.data.get("uri"), str):
        raise MessageError(f"Invalid code lens: {lens.data!r}.")
    return str(lens.data["uri"])


def code_actions(page: Page, line: int, *, asked: bool) -> list[types.CodeAction]:
    """Create actions for what can be covered on a line.

    Unless the user `asked` for it, only uncovered code counts.
    """
    return [_action(spot, page) for spot in spots_on(page, line, asked=asked)]


def _lens(spot: Spot, page: Page) -> types.CodeLens:
    place = types.Position(spot.line, 0)
    data: dict[str, object] = {"uri": page.uri, "kind": spot.kind}
    if spot.outcome is not None:
        data["outcome"] = spot.outcome
    return types.CodeLens(types.Range(place, place), data=data)


def _action(spot: Spot, page: Page) -> types.CodeAction:
    title = title_of(spot, page)
    arguments = {**request_for(spot, page), "everything": True}
    command = types.Command(title, GENERATE_TESTS, arguments=[arguments])
    return types.CodeAction(title, kind=COVER, command=command)


RECORDING = "record"
"""The kind of the lenses for recorded calls in `options.LENSES`."""
RECORD_UNIT = "testloom.recordUnit"
MAKE_TESTS_OF = "testloom.makeTestsOf"
"""Commands of the client."""


def record_lenses(page: Page, recorded: Mapping[str, RecordedFunction]) -> list[types.CodeLens]:
    """Create a lens for each public class and function that is called; properties have none.

    `recorded` are the functions of the file with recorded calls, by qualified name. Code that tests cover
    needs no recording.
    """
    units = [
        unit
        for unit in page.outline.units
        if not unit.is_private and not unit.is_property
        if unit.qualname in recorded or not is_covered(unit, page.reach)
    ]
    return [_record_lens(page, unit, recorded.get(unit.qualname)) for unit in units]


def _record_lens(page: Page, unit: Unit, function: RecordedFunction | None) -> types.CodeLens:
    place = types.Position(unit.line, 0)
    if function is None or not function.calls:
        command = types.Command(say("Record"), RECORD_UNIT, arguments=[page.uri])
    else:
        chosen = encode(ChosenFunctions(function.journal, (function.callable,)))
        title = say_count(
            function.calls, "Generate tests from 1 recorded call", "Generate tests from {0} recorded calls"
        )
        command = types.Command(title, MAKE_TESTS_OF, arguments=[chosen])
    return types.CodeLens(types.Range(place, place), command)
