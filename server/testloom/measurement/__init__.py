"""The measurement: runs of pytest in the project's interpreter, and the coverage by coverage.py.

* `check_tools`: whether the interpreter has pytest and coverage.py; `check_pytest`: pytest alone;
* `run_tests`: one run in a fresh process, with outcomes and coverage;
* `CoveredTests`: the project's own tests under coverage.py, and the coverage of each of them;
* `prepared_by_pytest`: the variables and folders that the project's tests start with;
* `run_project_tests`: a complete run of these tests, and their coverage; `why_unreached` if it is
  empty;
* `DebuggedTests`: the project's own tests in a debugger;
* `COLLECTING`: the script that lists these tests without running them;
* `reason_in`, `place_in` and `own_line_in`: a line of pytest's output, and the place that it is about;
* `recorded_suite`: some of the project's own tests under the guard, and their calls; their coverage is
  `suite_coverage`;
* `write_snapshots`: the present values for the snapshots of a test;
* `verify`: several runs in changed conditions; the tests that fail, or depend on the conditions.

Start reading at `verification.verify`. `project` is about the project's own tests, `interpreters` about
the processes that run tests, `plugins` about what runs inside them. Every run reports the same `events`,
whether it verifies generated tests or measures the project's own; they name tests by their node ids.
Nothing is written into the project: `run_folder` puts a copy of the test file into a run folder, beside
links to its neighbours. The command for a guarded process is passed in (`TestEnvironment.guard`), since
this package does not know the agent.
"""

from testloom.measurement.conditions import BASE, REPEATED, Conditions
from testloom.measurement.environment import (
    PATIENCE,
    PLUGINS,
    GuardedCommand,
    TestEnvironment,
    with_zygote,
)
from testloom.measurement.events import (
    Broken,
    Collected,
    Depended,
    Ended,
    LeftOut,
    Outcome,
    Started,
    TestEvent,
    Traced,
    Unaffected,
)
from testloom.measurement.preparing import prepared_by_pytest
from testloom.measurement.project.debugged_tests import DebuggedTests
from testloom.measurement.project.gone import gone_tests
from testloom.measurement.project.project_run import ProjectRun, Unreached, run_project_tests, why_unreached
from testloom.measurement.project.project_tests import COLLECTING, CoveredTests, Plan
from testloom.measurement.project.suite_run import SuiteRequest, SuiteRun, recorded_suite, suite_coverage
from testloom.measurement.results import CaseOutcome, TestRun, own_line_in, place_in, reason_in
from testloom.measurement.run_folder import CONFIGURATION
from testloom.measurement.runs import NO_TESTS, Request, always, never, run_tests
from testloom.measurement.snapshots import (
    SNAPSHOT_OPTIONS,
    SnapshotRequest,
    SnapshotRun,
    write_snapshots,
)
from testloom.measurement.tools import REQUIRED, check_pytest, check_tools, installed
from testloom.measurement.verification import (
    AGAIN,
    FORKED,
    IMPORTS,
    ONCE,
    PARTS,
    PROOF,
    Thoroughness,
    Verification,
    verify,
)

__all__ = [
    "AGAIN",
    "BASE",
    "COLLECTING",
    "CONFIGURATION",
    "FORKED",
    "IMPORTS",
    "NO_TESTS",
    "ONCE",
    "PARTS",
    "PATIENCE",
    "PLUGINS",
    "PROOF",
    "REPEATED",
    "REQUIRED",
    "SNAPSHOT_OPTIONS",
    "Broken",
    "CaseOutcome",
    "Collected",
    "Conditions",
    "CoveredTests",
    "DebuggedTests",
    "Depended",
    "Ended",
    "GuardedCommand",
    "LeftOut",
    "Outcome",
    "Plan",
    "ProjectRun",
    "Request",
    "SnapshotRequest",
    "SnapshotRun",
    "Started",
    "SuiteRequest",
    "SuiteRun",
    "TestEnvironment",
    "TestEvent",
    "TestRun",
    "Thoroughness",
    "Traced",
    "Unaffected",
    "Unreached",
    "Verification",
    "always",
    "check_pytest",
    "check_tools",
    "gone_tests",
    "installed",
    "never",
    "own_line_in",
    "place_in",
    "prepared_by_pytest",
    "reason_in",
    "recorded_suite",
    "run_project_tests",
    "run_tests",
    "suite_coverage",
    "verify",
    "why_unreached",
    "with_zygote",
    "write_snapshots",
]
