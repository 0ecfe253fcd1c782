"""A script that lists a project's own tests without running them.

This file runs as a script on the project's interpreter, where Testloom cannot be imported. Its argument is
the file for the list, which is JSON: the node id of each test, its file and its line (from 0). pytest reads
the project's own configuration.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import NoReturn

import pytest


class Collector:
    """A plugin of pytest that writes the list of collected tests."""

    def __init__(self, answer: Path) -> None:
        self._answer = answer

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Write the list."""
        tests = [(item.nodeid, str(item.path), item.location[1] or 0) for item in session.items]
        self._answer.write_text(json.dumps(tests), encoding="utf-8")


def main(answer: str) -> NoReturn:
    """Collect the tests of the current folder, then exit at once: imported code may hang at the end."""
    sys.path[0] = str(Path.cwd())
    arguments = ["--collect-only", "-q", "-p", "no:cacheprovider", "--continue-on-collection-errors"]
    status = pytest.main(arguments, plugins=[Collector(Path(answer))])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(int(status))


if __name__ == "__main__":
    main(sys.argv[1])
