"""Discovery of the project's own tests for the testing view, without running them."""

from __future__ import annotations

import asyncio
import json
import tempfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from pygls.lsp.server import LanguageServer

from testloom.execution.process_group import end, start
from testloom.lsp.answers import answer
from testloom.lsp.consent import Consent
from testloom.lsp.documents import path_of, uri_in
from testloom.lsp.options import KnownOptions
from testloom.lsp.protocol.testing import DISCOVER, DiscoveredTest, DiscoveredTests, DiscoverParams
from testloom.lsp.reporting.broken import broken_tests
from testloom.lsp.reporting.stale import generated_tests
from testloom.lsp.translation import say
from testloom.model.errors import ProjectError

MOST_SECONDS = 60.0
"""The time limit for pytest to collect tests, in seconds: it imports them and their dependencies."""


@dataclass(frozen=True, slots=True)
class Discovery:
    """Has pytest collect the tests of a folder; asks its user nothing."""

    server: LanguageServer
    options: KnownOptions
    consent: Consent
    seconds: float = MOST_SECONDS

    async def tests(self, params: DiscoverParams) -> DiscoveredTests:
        """Collect all tests of the project that a folder belongs to.

        Raises:
            ProjectError: if the project has no interpreter with pytest, or pytest fails or takes too long.
        """
        from testloom.subject import find_project

        project = await asyncio.to_thread(find_project, path_of(params.uri) / "_")
        wanted = (await self.options.now(params.uri)).python
        python = await self.consent.interpreter(project, wanted, asks=False)
        found = await _collected(project, python, self.seconds)
        generated = frozenset(await asyncio.to_thread(generated_tests, project))
        uri = partial(uri_in, self.server.workspace)
        return DiscoveredTests(
            tuple(
                DiscoveredTest(
                    test, uri(Path(file)), uri(Path(defined)), line, test.partition("[")[0] in generated
                )
                for test, file, defined, line in found["tests"]
            ),
            tuple(
                broken_tests(self.server.workspace, test, report, project) for test, report in found["broken"]
            ),
        )


async def _collected(project: Path, python: Path, seconds: float) -> dict[str, list[Any]]:
    from testloom.measurement import COLLECTING

    with tempfile.TemporaryDirectory(prefix="testloom-") as scratch:
        listed = Path(scratch) / "tests.json"
        process = await start([str(python), "-B", str(COLLECTING), str(listed)], cwd=project)
        try:
            said, complained = await asyncio.wait_for(process.communicate(), seconds)
        except TimeoutError:
            what = say(
                "pytest did not list the tests of {0} within {1} seconds.", project.name, f"{seconds:g}"
            )
            advice = say("Move slow code at the top of test files into fixtures.")
            raise ProjectError(what, advice) from None
        finally:
            await end(process)
        if not listed.exists():
            raise _failure(project, (said + complained).decode(errors="replace"))
        found: dict[str, list[Any]] = json.loads(listed.read_text(encoding="utf-8"))
        return found


def _failure(project: Path, said: str) -> ProjectError:
    """Make an error that pytest lists no test, with the project's line where it stopped, if it is known."""
    from testloom.measurement import own_line_in, reason_in

    told = reason_in(said) or say("no output")
    if (found := own_line_in(said, project)) is None:
        what = say("pytest cannot list the tests of {0}: {1}.", project.name, told)
        return ProjectError(what, say("Run pytest in a terminal to see all that it says."))
    place, line = found
    what = say("pytest cannot list the tests of {0}: {1}, line {2}: {3}.", project.name, place, line, told)
    return ProjectError(what, say("They are listed once it is fixed."), project / place, line)


def register_discovery(server: LanguageServer, options: KnownOptions, consent: Consent) -> None:
    """Answer the testing view's request for tests."""
    answer(server, DISCOVER, DiscoverParams, Discovery(server, options, consent).tests)
