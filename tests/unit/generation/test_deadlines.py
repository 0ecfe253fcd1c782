"""The budget of a file is shared out."""

from __future__ import annotations

import math
import time

from testloom.generation.deadlines import UNLIMITED, Deadlines, left_until


def test_each_part_ends_after_the_one_before_and_the_proof_a_third_late() -> None:
    shared = Deadlines.of(10.0, begun=100.0)
    ends = [shared.searched, shared.minimised, shared.asserted, shared.proven]

    assert ends == sorted(ends)
    assert (shared.minimised, shared.proven) == (111.0, 113.5)


def test_a_proof_that_begins_late_gets_as_long_as_pytest_takes_here() -> None:
    begun = time.monotonic() - 1_000
    late, patient = Deadlines.of(10.0, begun), Deadlines.of(10.0, begun, pytest_seconds=5.0)

    assert late.proof_ends() <= time.monotonic()
    assert patient.proof_ends() > time.monotonic() + 20


def test_a_deadline_that_has_passed_leaves_no_time_and_none_all_of_it() -> None:
    assert left_until(time.monotonic() - 1) == 0
    assert left_until(UNLIMITED.searched) == math.inf
