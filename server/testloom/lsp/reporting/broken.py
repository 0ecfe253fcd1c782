"""What pytest cannot collect tests from, and where the cause is."""

from __future__ import annotations

from pathlib import Path

from testloom.lsp.documents import uri_of
from testloom.lsp.protocol.testing import BrokenTests
from testloom.lsp.translation import say
from testloom.lsp.words import failed_test
from testloom.measurement import own_line_in, reason_in


def broken_tests(test: str, report: str, project: Path) -> BrokenTests:
    """Explain why pytest cannot collect a file or a class: the place in the project's code first.

    Args:
        test: its node id.
        report: pytest's report on it.
        project: the folder that both are relative to.
    """
    found = own_line_in(report, project)
    if found is None:
        return BrokenTests(test, report, uri_of(project / test.partition("::")[0]), 0)
    place, line = found
    what = say("{0}, line {1}: {2}", place, line, reason_in(report))
    return BrokenTests(test, failed_test(what, report), uri_of(project / place), line - 1)
