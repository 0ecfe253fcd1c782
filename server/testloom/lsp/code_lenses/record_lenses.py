"""Lenses above classes and functions that record their calls, or make tests of those that were recorded."""

from __future__ import annotations

from collections.abc import Mapping

from lsprotocol import types

from testloom.lsp.places.outline import Unit
from testloom.lsp.places.spots import Page, is_covered
from testloom.lsp.protocol.recording import ChosenFunctions, RecordedFunction
from testloom.lsp.protocol.wire import encode
from testloom.lsp.translation import say, say_count

KIND = "record"
"""What `options.LENSES` calls these lenses."""
RECORD_UNIT = "testloom.recordUnit"
MAKE_TESTS_OF = "testloom.makeTestsOf"
"""Commands of the client."""


def record_lenses(page: Page, recorded: Mapping[str, RecordedFunction]) -> list[types.CodeLens]:
    """A lens for each public class and function that is called; what is read like a variable has none.

    `recorded` are the functions of the file with recorded calls, by qualified name. What tests cover needs no
    recording.
    """
    units = [
        unit
        for unit in page.outline.units
        if not unit.is_private and not unit.is_property
        if unit.qualname in recorded or not is_covered(unit, page.reach)
    ]
    return [_lens(page, unit, recorded.get(unit.qualname)) for unit in units]


def _lens(page: Page, unit: Unit, function: RecordedFunction | None) -> types.CodeLens:
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
