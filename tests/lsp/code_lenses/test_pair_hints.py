from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from lsprotocol import types

from testloom.lsp.code_lenses.pair_lenses import PairLenses
from testloom.store import PairCoverage, open_store
from tests.lsp.editor import Editor, until
from tests.lsp.looking import actions, change

CALLER = """\
from stock import Stock


class Cart:
    def __init__(self, stock: Stock):
        self.stock = stock

    def add(self, name):
        if name:
            self.stock.take(name)
"""
CALLEE = """\
class Stock:
    def take(self, name):
        return 1 if name == "a" else 2
"""


async def test_a_call_offers_tests_of_the_caller_with_the_callee_when_asked(editor: Editor) -> None:
    stock, cart = editor.open("stock.py", CALLEE), editor.open("cart.py", CALLER)

    title = "Generate integration tests for Cart and Stock"
    assert title in await actions(editor, cart, 9)
    assert title not in await actions(editor, cart, 5)
    assert title not in await actions(editor, cart, 9, types.CodeActionTriggerKind.Automatic)
    assert title not in await actions(editor, stock, 2)


async def test_a_caller_has_a_lens_that_counts_its_coupled_branches(editor: Editor) -> None:
    stock, cart = editor.open("stock.py", CALLEE), editor.open("cart.py", CALLER)

    [lens] = await _pair_lenses(editor, cart)

    assert lens.range.start.line == 3
    assert lens.command is not None and lens.command.arguments is not None
    assert lens.command.title == "Integration tests with Stock · 2 branches"
    request: Any = lens.command.arguments[0]
    assert request["pair"] == [f"{cart}::Cart", f"{stock}::Stock"]


async def test_a_single_branch_is_counted_as_one(editor: Editor) -> None:
    editor.open("stock.py", CALLEE)
    cart = editor.open("cart.py", CALLER.replace("take(name)", 'take("a")'))

    [lens] = await _pair_lenses(editor, cart)

    assert lens.command is not None
    assert lens.command.title == "Integration tests with Stock · 1 branch"


async def test_a_lens_of_a_pair_goes_with_its_caller_while_the_file_is_edited(editor: Editor) -> None:
    editor.open("stock.py", CALLEE)
    cart = editor.open("cart.py", CALLER)
    assert await _pair_lenses(editor, cart)

    change(editor, cart, 2, f"# a note\n\n{CALLER}")
    [moved] = await _pair_lenses(editor, cart)
    change(editor, cart, 3, CALLER.replace("class Cart", "class Basket"))

    assert moved.range.start.line == 5
    assert not [title for title in await _titles(editor, cart) if title.startswith("Integration")]


async def test_a_lens_that_an_edit_of_its_caller_hides_is_back_once_that_is_saved(tmp_path: Path) -> None:
    (tmp_path / "stock.py").write_text(CALLEE, encoding="utf-8")
    cart = tmp_path / "cart.py"
    cart.write_text(CALLER, encoding="utf-8")
    uri, changes = cart.as_uri(), list[str]()
    lenses = PairLenses(lambda: changes.append("changed"))
    assert not lenses.of(uri, cart, CALLER)
    await until(lambda: len(changes) == 1)

    edited = CALLER.replace("class Cart:", "class Cart:  # a basket")
    assert not lenses.of(uri, cart, edited)
    cart.write_text(edited, encoding="utf-8")
    lenses.saved(uri, cart)
    await until(lambda: len(changes) == 2)

    assert len(lenses.of(uri, cart, edited)) == 1


async def test_a_pair_whose_branches_are_all_covered_has_no_lens(editor: Editor) -> None:
    editor.open("stock.py", CALLEE)
    cart = editor.open("cart.py", CALLER)
    assert await _pair_lenses(editor, cart)
    with open_store() as database:
        PairCoverage(database).remember(cart, ("cart:Cart", "stock:Stock"), 2, 2)

    assert not [title for title in await _titles(editor, cart) if title.startswith("Integration")]


async def _titles(editor: Editor, path: Path) -> list[str]:
    params = types.CodeLensParams(types.TextDocumentIdentifier(path.as_uri()))
    lenses = await editor.client.text_document_code_lens_async(params) or []
    return [lens.command.title for lens in lenses if lens.command]


async def _pair_lenses(editor: Editor, path: Path) -> list[types.CodeLens]:
    """The lenses about pairs, which are there a little later."""
    params = types.CodeLensParams(types.TextDocumentIdentifier(path.as_uri()))
    for _ in range(100):
        found = await editor.client.text_document_code_lens_async(params) or []
        lenses = [
            lens for lens in found if lens.command and lens.command.title.startswith("Integration tests")
        ]
        if lenses:
            return lenses
        await asyncio.sleep(0.05)
    return []
