"""Refactorings of the code under test, on request, so that tests can reach more of it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from pygls.lsp.server import LanguageServer

from testloom.lsp.answers import obey
from testloom.lsp.documents import OpenText, path_of, shown_text
from testloom.lsp.edits import apply_edit, build_rewrite
from testloom.lsp.protocol.fixes import EXTRACT_PATH, EXTRACT_SEAM, PathArguments, SeamArguments
from testloom.lsp.translation import say
from testloom.model.errors import UsageError


@dataclass(frozen=True, slots=True)
class Extractions:
    """Refactors code; each refactoring is one undoable edit of the text that the editor shows."""

    server: LanguageServer

    async def seam(self, arguments: SeamArguments) -> None:
        """Make a collaborator that a function builds by itself a parameter of the function.

        Raises:
            UsageError: if the code has changed so that this is not possible any more.
            ProjectError: if the file is gone, or the editor does not apply the edit.
        """
        from testloom.refactoring.rewriting import with_seam

        path, shown = self._shown(arguments.uri)
        text = await asyncio.to_thread(with_seam, shown.text, arguments.function, arguments.name)
        await self._apply(
            path, shown, text, say("Make {0} a parameter of {1}", arguments.name, arguments.function)
        )

    async def path(self, arguments: PathArguments) -> None:
        """Move a path in a function to a constant of the module.

        Raises:
            UsageError: if it does not stand there any more.
            ProjectError: if the file is gone, or the editor does not apply the edit.
        """
        from testloom.refactoring import with_path_constant

        path, shown = self._shown(arguments.uri)
        text = await asyncio.to_thread(with_path_constant, shown.text, arguments.line + 1, arguments.path)
        await self._apply(path, shown, text, say("Make {0} a constant", arguments.path))

    def _shown(self, uri: str) -> tuple[Path, OpenText]:
        path = path_of(uri)
        return path, shown_text(self.server.workspace, path)

    async def _apply(self, path: Path, shown: OpenText, text: str | None, label: str) -> None:
        if text is None:
            raise UsageError(
                say("{0} has changed since this fix was offered.", path.name), say("Generate tests again.")
            )
        edit = build_rewrite(self.server, path, shown, text)
        await apply_edit(self.server, edit, label)


def register_extractions(server: LanguageServer) -> None:
    """Offer the commands of the quick fixes."""
    extractions = Extractions(server)
    obey(server, EXTRACT_SEAM, SeamArguments, extractions.seam)
    obey(server, EXTRACT_PATH, PathArguments, extractions.path)
