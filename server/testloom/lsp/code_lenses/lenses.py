"""Code lenses and code actions: what can be generated for the place that they stand at."""

from __future__ import annotations

from collections.abc import Container

from lsprotocol import types

from testloom.lsp.places.spots import Page, Spot, missing_spots, request_for, spots_on, title_of
from testloom.lsp.protocol.generating import GENERATE_TESTS
from testloom.model.errors import MessageError

COVER = "refactor.cover"


def code_lenses(page: Page, shown: Container[str]) -> list[types.CodeLens]:
    """One lens for each class and function, and one for each way that no test goes.

    `shown` has the kinds that the user wants to see (`options.LENSES`). What a lens says is left to
    `resolved`: the editor asks for those that it shows.
    """
    spots = [Spot("functions", unit.line) for unit in page.outline.units]
    return [_lens(spot, page) for spot in (*spots, *missing_spots(page)) if spot.kind in shown]


def resolved(lens: types.CodeLens, page: Page) -> types.CodeLens:
    """The lens with its command; without one if what it stood at is gone."""
    data = lens.data or {}
    spot = Spot(str(data.get("kind")), lens.range.start.line, data.get("outcome"))
    if title := title_of(spot, page):
        lens.command = types.Command(title, GENERATE_TESTS, arguments=[request_for(spot, page)])
    return lens


def uri_of_lens(lens: types.CodeLens) -> str:
    """The document that a lens stands in.

    Raises:
        MessageError: if the lens is none of ours.
    """
    if not isinstance(lens.data, dict) or not isinstance(lens.data.get("uri"), str):
        raise MessageError(f"Invalid code lens: {lens.data!r}.")
    return str(lens.data["uri"])


def code_actions(page: Page, line: int, *, asked: bool) -> list[types.CodeAction]:
    """What can be covered on a line; unless the user `asked` for it, only what no test reaches."""
    return [_action(spot, page) for spot in spots_on(page, line, asked=asked)]


def _lens(spot: Spot, page: Page) -> types.CodeLens:
    place = types.Position(spot.line, 0)
    data: dict[str, object] = {"uri": page.uri, "kind": spot.kind}
    if spot.outcome is not None:
        data["outcome"] = spot.outcome
    return types.CodeLens(types.Range(place, place), data=data)


def _action(spot: Spot, page: Page) -> types.CodeAction:
    title = title_of(spot, page)
    command = types.Command(title, GENERATE_TESTS, arguments=[request_for(spot, page)])
    return types.CodeAction(title, kind=COVER, command=command)
