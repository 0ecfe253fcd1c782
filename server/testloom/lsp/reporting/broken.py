"""What pytest cannot collect tests from, and where the cause is."""

from __future__ import annotations

from pathlib import Path

from pygls.workspace import Workspace

from testloom.lsp.documents import uri_in
from testloom.lsp.protocol.testing import BrokenTests
from testloom.lsp.translation import say
from testloom.lsp.words import failed_test
from testloom.measurement import own_line_in, reason_in


def broken_tests(workspace: Workspace, test: str, report: str, project: Path) -> BrokenTests:
    """Explain why pytest cannot collect a folder, a file or a class: the place in the project's code first.

    Args:
        workspace: that of the editor.
        test: its node id.
        report: pytest's report on it.
        project: the folder that both are relative to.
    """
    file = project / test.partition("::")[0]
    found = own_line_in(report, project)
    if found is None:
        uri = uri_in(workspace, file)
        return BrokenTests(test, uri, report, uri, 0)
    place, line = found
    cause = project / place
    what = say("{0}, line {1}: {2}", place, line, reason_in(report))
    own = cause if file.is_dir() else file
    places = uri_in(workspace, own), uri_in(workspace, cause)
    return BrokenTests(test, places[0], failed_test(what, report), places[1], line - 1)
