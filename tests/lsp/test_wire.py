"""Messages beyond LSP, as they are written and read."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types
from lsprotocol.converters import get_converter

from testloom.lsp.protocol.candidates import AcceptParams
from testloom.lsp.protocol.generating import GenerateArguments, Position
from testloom.lsp.protocol.recording import DebugParams, LostCalls, RecordedFunction
from testloom.lsp.protocol.testing import RunTestsParams
from testloom.lsp.protocol.wire import decode, encode, lsp_converter
from testloom.model.errors import UsageError


def test_names_are_in_camel_case_on_the_wire() -> None:
    run = RunTestsParams("1", "file:///shop", affected=True, tests=("t",))

    assert encode(run)["affected"] is True
    assert decode(RunTestsParams, encode(run)) == run


def test_the_names_that_a_user_chose_stay_as_they_are() -> None:
    configuration = {"type": "debugpy", "env": {"MY_NAME": "x"}}

    assert decode(DebugParams, {"uri": "u", "configuration": configuration}).configuration == configuration


def test_paths_and_what_lies_within_are_written_too() -> None:
    lost = (LostCalls("a generator", 2),)

    written = encode(RecordedFunction(Path("calls"), "shop:total", "file:///shop.py", 3, 5, lost))

    assert (written["journal"], written["lost"]) == ("calls", [{"reason": "a generator", "calls": 2}])


def test_what_is_left_out_has_its_default_and_what_is_more_is_ignored() -> None:
    found = decode(GenerateArguments, {"uri": "u", "position": {"line": 3, "character": 1}, "more": 1})

    assert found == GenerateArguments("u", Position(3, 1))
    assert (found.line, decode(GenerateArguments, {"uri": "u", "scope": "file"}).line) == (3, None)


@pytest.mark.parametrize("data", [{}, None, "x", [], {"ids": ["a"], "where": "nowhere"}, {"ids": 3}])
def test_what_is_no_message_is_an_error_that_shows_it(data: object) -> None:
    with pytest.raises(UsageError, match="Invalid AcceptParams: "):
        decode(AcceptParams, data)


@pytest.mark.parametrize(
    "command",
    [
        None,
        types.Command("Record", "testloom.record"),
        types.Command("Cover", "testloom.cover", arguments=[{"a": 1}]),
    ],
)
@pytest.mark.parametrize("data", [None, {"uri": "file:///a.py", "kind": "raises", "outcome": False}])
def test_lenses_are_written_as_lsp_says(command: types.Command | None, data: object) -> None:
    place = types.Range(types.Position(1, 0), types.Position(2, 4))
    response = types.CodeLensResponse(1, [types.CodeLens(place, command, data)])

    assert lsp_converter().unstructure(response) == get_converter().unstructure(response)
