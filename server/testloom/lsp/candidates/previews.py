"""The texts of test files with candidates, as the editor shows them."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from pathlib import Path

from testloom.lsp.candidates.offers import Merging
from testloom.model.progress.offers import OfferedTest

MOST_KEPT = 8
"""The maximum number of texts that are kept, which is more than anybody looks at in turn."""


class Previews:
    """Merges tests into files; an editor that opens a preview asks for the same text several times."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._known: list[tuple[Merging, str]] = []

    async def text(
        self, path: Path, existing: str | None, chosen: Collection[OfferedTest], staying: Collection[str]
    ) -> str:
        """Merge tests into the text of a file, as `merged` does, unless that has just been done.

        Raises:
            OutputError: if the file is not valid Python.
        """
        async with self._turn:
            return await asyncio.to_thread(self._text, path, existing, chosen, staying)

    def _text(
        self, path: Path, existing: str | None, chosen: Collection[OfferedTest], staying: Collection[str]
    ) -> str:
        wanted = Merging.of(path, existing, chosen, staying)
        known = next((text for merging, text in self._known if merging == wanted), None)
        text = wanted.text() if known is None else known
        others = [entry for entry in self._known if entry[0] != wanted]
        self._known = [(wanted, text), *others][:MOST_KEPT]
        return text
