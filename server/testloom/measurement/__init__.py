"""The measurement: pytest in the project's interpreter, and what coverage.py says of the subject.

* `check_tools`: whether the interpreter has pytest and coverage.py;
* `run_tests`: one run in a fresh process, with outcomes and coverage;
* `CoveredTests`: the project's own tests under coverage.py, and what each of them reaches;
* `prepared_by_pytest`: the variables and folders that the project's tests begin with;
* `run_project_tests`: these to their end, and what they reach together; `why_unreached` if it is nothing;
* `COLLECTING`: the script that lists these without running them;
* `reason_in` and `place_in`: a line of what pytest says, and where it arose;
* `recorded_suite`: some of the project's own tests under the guard, and the calls that they make; what they
  cover is `suite_coverage`;
* `write_snapshots`: what the library of a test's snapshots would keep now;
* `verify`: several runs in changed conditions; which tests fail, and which depend on them.

Start reading at `verification.verify`. Every run tells the same `events`, whether it verifies generated
tests or measures the project's own; they name tests by their node ids. Nothing is written into the
project: `run_folder` lays a copy of the test file into a sandbox, beside links to its neighbours. The way
to start a guarded process is handed in (`TestEnvironment.guard`), since this package does not know the agent.
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
from testloom.measurement.project_run import ProjectRun, Unreached, run_project_tests, why_unreached
from testloom.measurement.project_tests import COLLECTING, CoveredTests, Plan
from testloom.measurement.results import CaseOutcome, TestRun, place_in, reason_in
from testloom.measurement.run_folder import CONFIGURATION
from testloom.measurement.runs import NO_TESTS, Request, always, never, run_tests
from testloom.measurement.snapshots import (
    SNAPSHOT_OPTIONS,
    SnapshotRequest,
    SnapshotRun,
    write_snapshots,
)
from testloom.measurement.suite_run import SuiteRequest, SuiteRun, recorded_suite, suite_coverage
from testloom.measurement.tools import REQUIRED, check_tools, installed
from testloom.measurement.verification import IMPORTS, Verification, verify

__all__ = [
    "BASE",
    "COLLECTING",
    "CONFIGURATION",
    "IMPORTS",
    "NO_TESTS",
    "PATIENCE",
    "PLUGINS",
    "REPEATED",
    "REQUIRED",
    "SNAPSHOT_OPTIONS",
    "Broken",
    "CaseOutcome",
    "Collected",
    "Conditions",
    "CoveredTests",
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
    "Traced",
    "Unaffected",
    "Unreached",
    "Verification",
    "always",
    "check_tools",
    "installed",
    "never",
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
