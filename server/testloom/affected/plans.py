"""Planning of a run of the affected tests, and storage of its results."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from testloom.affected.choice import AffectedTest, choose
from testloom.affected.observing import ObservedRun
from testloom.affected.state import Beginning, Digests, State, begin, environment_of, is_part, present_state
from testloom.measurement import Plan
from testloom.model.errors import StoreError, UsageError
from testloom.repository import git


@dataclass(frozen=True, slots=True)
class TestPlan:
    """The plan of a run, which leaves out unaffected tests, and the reasons why the other known tests run."""

    __test__ = False

    plan: Plan
    affected: Sequence[AffectedTest]


def make_plan(
    project: Path, python: Path, revision: str | None = None, *, since_last: bool = False
) -> TestPlan:
    """Plan a run of the tests affected by changes since they passed, and since a revision, if given.

    With `since_last`, only the last run of each test counts, as where its results are shown: that it has
    passed with the present code does not, if it has run with other code since.

    Raises:
        UsageError: if there is no such revision.
        StoreError: if it cannot be read what is known of the tests.
    """
    from testloom.store import FileDigests, TestRecords, open_store

    with open_store() as database:
        known, digests = TestRecords(database, project).all(), FileDigests(database, project).all()
    if since_last:
        known = {test: records[:1] for test, records in known.items()}
    now = present_state(project, digests=digests)
    before = None if revision is None else past_state(project, revision, now.settings)
    choice = choose(known, now, environment_of(python), before)
    changed = [each.test for each in choice.affected if each.kind == "changed"]
    return TestPlan(Plan(choice.unaffected, changed), choice.affected)


def keep_records(project: Path, python: Path, observed: ObservedRun, begun: Beginning) -> None:
    """Store the dependencies of tests that have run since an observation has begun.

    Raises:
        StoreError: if it cannot be kept.
    """
    from testloom.store import FileDigests, TestRecords, open_store

    settled = begun.settled()
    state = present_state(project, begun, settled)
    records = observed.records(state, environment_of(python))
    with open_store() as database:
        TestRecords(database, project).remember(records)
        FileDigests(database, project).remember(settled)


def begin_to_observe(project: Path, folder: Path) -> Beginning:
    """Note that tests of a project are about to run, at the time that a file in a folder would get now.

    That may lag behind the system clock. Without a store, all files are read, and the tests run:
    `keep_records` reports it.
    """
    from testloom.store import FileDigests, open_store

    mark = folder / "started"
    mark.touch()
    digests: Digests = {}
    with suppress(StoreError), open_store() as database:
        digests = FileDigests(database, project).all()
    return begin(project, mark.stat().st_mtime, digests)


_FILE_MODES = ("100644", "100755")
"""The modes of regular files in git, as opposed to links and submodules."""


def past_state(project: Path, revision: str, settings: str) -> State:
    """Read the project as of the merge base of a revision and HEAD, with today's settings of pytest.

    Raises:
        UsageError: if the project lies in no git repository, or there is no such revision in it.
    """
    try:
        base = git(project, "merge-base", "--", revision, "HEAD").decode().strip()
        listing = git(project, "ls-tree", "-r", "-z", base).decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        raise UsageError(
            "--affected with a revision needs git, which is not installed.", "Install git."
        ) from None
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode(errors="replace").strip().partition("\n")[0] or "git failed"
        raise UsageError(
            f"git cannot compare {project} with {revision}: {said}.", "Pass a revision that git knows."
        ) from None
    blobs = {}
    for entry in filter(None, listing.split("\0")):
        description, _, path = entry.partition("\t")
        mode, _, blob = description.split()
        if mode in _FILE_MODES:
            blobs[path] = blob

    def read(path: str) -> bytes:
        try:
            return git(project, "cat-file", "blob", blobs[path])
        except (KeyError, subprocess.CalledProcessError):
            raise FileNotFoundError(path) from None

    return State(sorted(filter(is_part, blobs)), read, settings)
