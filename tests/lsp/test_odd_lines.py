"""Changes of documents with characters that end a line for `str.splitlines`, but not for an editor."""

from __future__ import annotations

import pytest
from lsprotocol import types

from tests.lsp.editor import Editor


@pytest.mark.parametrize("odd", ["# a\x0cb\n", "# a\u2028b\u2029c\n", "# a\x85b\x1cc\x0bd\n"])
async def test_a_change_below_goes_to_its_own_line(editor: Editor, odd: str) -> None:
    text = 3 * odd + "def f():\n    return 1\n"
    path = editor.open("works.py", text)
    place = types.Range(types.Position(4, 11), types.Position(4, 12))
    change = types.TextDocumentContentChangePartial(place, "27")
    identifier = types.VersionedTextDocumentIdentifier(2, path.as_uri())
    editor.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))
    path.write_text(text.replace("return 1", "return 27"), encoding="utf-8")

    finished = await editor.finished(await editor.generate(path))

    assert finished["errors"] == []
    assert len(editor.edits) == 1
