"""The editor's documents, with lines as the editor counts them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pygls.workspace import TextDocument, Workspace

from testloom.lsp.answering import AnsweringProtocol
from testloom.lsp.documents import text_on_disk
from testloom.model.texts.lines import split_lines


class LinedDocument(TextDocument):
    """A document in which a form feed or U+2028 does not end a line, unlike in pygls.

    Otherwise each change that the editor reports below such a character would be applied to the wrong
    line.
    """

    @property
    def source(self) -> str:
        """The text of the document; if it is not open, the text on disk.

        Raises:
            ProjectError: if there is no such file, or it cannot be read.
        """
        return self._source if self._source is not None else text_on_disk(Path(self.path))

    @property
    def lines(self) -> Sequence[str]:
        """The lines, including their ends."""
        return split_lines(self.source)


class LinedWorkspace(Workspace):
    """A workspace of documents with lines as the editor counts them."""

    def _create_text_document(
        self,
        doc_uri: str,
        source: str | None = None,
        version: int | None = None,
        language_id: str | None = None,
    ) -> TextDocument:
        return LinedDocument(
            doc_uri,
            source,
            version,
            language_id,
            sync_kind=self._sync_kind,
            position_codec=self._position_codec,
        )


class LinedProtocol(AnsweringProtocol):
    """Replaces the workspace that pygls makes at initialisation by a `LinedWorkspace`."""

    @property
    def workspace(self) -> Workspace:
        """The workspace of the editor."""
        made = super().workspace
        if not isinstance(made, LinedWorkspace):
            folders = list(made.folders.values())
            made = LinedWorkspace(made.root_uri, made._sync_kind, folders, made.position_encoding)
            self._workspace = made
        return made
