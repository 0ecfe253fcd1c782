"""What pytest cannot collect tests from, and where the cause is."""

from __future__ import annotations

from pathlib import Path

from testloom.lsp.documents import uri_of
from testloom.lsp.protocol.testing import BrokenTests
from testloom.lsp.translation import say
from testloom.lsp.words import failed_test
from testloom.measurement import own_line_in, reason_in


def broken_tests(test: str, report: str, project: Path) -> BrokenTests:
    """Explain why pytest cannot collect a folder, a file or a class: the place in the project's code first.

    Args:
        test: its node id.
        report: pytest's report on it.
        project: the folder that both are relative to.
    """
    file = project / test.partition("::")[0]
    found = own_line_in(report, project)
    if found is None:
        return BrokenTests(test, uri_of(file), report, uri_of(file), 0)
    place, line = found
    cause = project / place
    what = say("{0}, line {1}: {2}", place, line, reason_in(report))
    own = cause if file.is_dir() else file
    return BrokenTests(test, uri_of(own), failed_test(what, report), uri_of(cause), line - 1)
