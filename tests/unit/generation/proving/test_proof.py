from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from testloom.execution import guarded_command
from testloom.generation.proving import proof
from testloom.measurement import (
    AGAIN,
    FORKED,
    ONCE,
    PARTS,
    PROOF,
    REPEATED,
    TestEnvironment,
    TestRun,
    Thoroughness,
    Verification,
    never,
)
from testloom.measurement.environment import PYTEST_SECONDS
from testloom.model.suite import AssertedTest
from testloom.writer import ProjectStyle
from tests.unit.writer.building import SUBJECT, Case, built


def test_the_assertions_of_all_tests_that_are_to_be_repaired_are_tried_in_one_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    texts: list[str] = []
    asked: list[Thoroughness] = []
    prepared_before: list[int] = []

    def prepare() -> None:
        prepared_before.append(len(texts))

    zygote: Any = SimpleNamespace(prepare=prepare)

    def verified(
        _environment: TestEnvironment, _file: Path, text: str, names: list[str], **options: Any
    ) -> Verification:
        texts.append(text)
        asked.append(options["thoroughness"])
        failed = [
            name for name in names if len(texts) < 3 and f"def {name}" in text and "12" in _body(text, name)
        ]
        return Verification(TestRun(), failed=dict.fromkeys(failed, "failed: assert 12 == 34"))

    monkeypatch.setattr(proof, "verify", verified)
    tests = built(*map(_printing, ("maybe", "upgrade")))
    proven = _prover(tmp_path, zygote=zygote).prove(tests)

    assert len(texts) == 3
    assert asked == [PROOF, PARTS, AGAIN]
    assert [len(test.assertions) for test in proven.tests] == [1, 1]
    assert prepared_before == [0]  # it serves each round


def test_a_part_is_kept_where_testloom_fails_with_all(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def verified(
        _environment: TestEnvironment, _file: Path, text: str, names: list[str], **_: Any
    ) -> Verification:
        if "upgrade" in text:
            raise LookupError("nothing there")
        return Verification(TestRun())

    monkeypatch.setattr(proof, "verify", verified)
    tests = built(*map(_printing, ("maybe", "upgrade")))
    discarded: list[tuple[str, str]] = []
    told: list[Exception] = []
    prover = _prover(
        tmp_path,
        zygote=SimpleNamespace(prepare=lambda: None),
        discard=lambda _test, name, reason: discarded.append((name, reason)),
    )

    proven = replace(prover, defect=told.append).prove(tests)

    assert proven.tests == (tests[0],)
    assert discarded == [(tests[1].callable, "a bug in Testloom")]
    assert [repr(error) for error in told] == ["LookupError('nothing there')"]
    with pytest.raises(LookupError):
        prover.prove(tests)


def test_a_part_is_kept_where_one_test_makes_another_fail_each_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def verified(
        _environment: TestEnvironment, _file: Path, text: str, names: list[str], **options: Any
    ) -> Verification:
        asked.append(options["thoroughness"])
        victims = [name for name in names if "guilty" not in name] if "guilty" in text else []
        return Verification(
            TestRun(), failed=dict.fromkeys(victims[:1], "failed: RuntimeWarning: never awaited")
        )

    monkeypatch.setattr(proof, "verify", verified)
    asked: list[Thoroughness] = []
    names = [f"call_{number}" for number in range(12)]
    discarded: list[str] = []
    zygote: Any = SimpleNamespace(prepare=lambda: None)
    prover = _prover(tmp_path, zygote=zygote, discard=lambda test, *_: discarded.append(test.callable))

    proven = prover.prove(built(*map(_printing, ("guilty", *names))))

    kept = [test.callable for test in proven.tests]
    assert len(kept) == 4
    assert "shop.account:guilty" not in kept
    assert asked[-1] == FORKED  # the order is what matters here
    assert len({*kept, *discarded}) == 13


def test_a_proof_that_begins_late_gets_as_long_as_pytest_takes_here(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    given: list[float] = []

    def verified(*_: object, seconds: float, **_options: Any) -> Verification:
        given.append(seconds)
        return Verification(TestRun())

    monkeypatch.setattr(proof, "verify", verified)
    for seconds in (0.5, 4.0):
        _prover(tmp_path, pytest_seconds=seconds).prove(built(_printing("maybe")))

    assert given == pytest.approx([3.0, 24.0], abs=0.5)


def test_the_time_of_a_proof_that_begins_late_is_for_all_its_rounds(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    given: list[float] = []
    now = 1_000.0

    def verified(
        _environment: TestEnvironment, _file: Path, _text: str, names: list[str], seconds: float, **_: Any
    ) -> Verification:
        nonlocal now
        given.append(seconds)
        now += 2.0
        return Verification(TestRun(), failed={names[0]: "failed: assert 1 == 2"} if len(names) > 1 else {})

    monkeypatch.setattr(proof, "verify", verified)
    monkeypatch.setattr(time, "monotonic", lambda: now)
    prover = _prover(tmp_path, pytest_seconds=0.5, hurried=lambda: True, discard=lambda *_: None)

    prover.prove(built(*map(_printing, ("maybe", "upgrade", "call"))))

    assert given[:2] == [3.0, 1.0]
    assert len(given) > 2 and not any(given[2:])


@pytest.mark.parametrize(("is_hurried", "expected"), [(False, PROOF), (True, FORKED)])
def test_who_is_in_a_hurry_waits_for_one_fresh_interpreter_and_not_for_two(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, is_hurried: bool, expected: Thoroughness
) -> None:
    asked: list[Thoroughness] = []

    def verified(*_: object, thoroughness: Thoroughness, **__: object) -> Verification:
        asked.append(thoroughness)
        return Verification(TestRun())

    monkeypatch.setattr(proof, "verify", verified)
    _prover(tmp_path, hurried=lambda: is_hurried).prove(built(_printing("maybe")))

    assert asked == [expected]


@pytest.mark.parametrize(
    ("unstable", "expected"),
    [
        ({}, [PROOF, ONCE]),  # the others have passed everywhere
        # they may be victims, and were not looked at in shuffled order
        ({"maybe": f"unstable: the outcome differs {REPEATED}"}, [PROOF, FORKED, ONCE]),
    ],
)
def test_what_has_passed_everywhere_runs_once_more_without_the_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, unstable: dict[str, str], expected: list[Thoroughness]
) -> None:
    asked: list[Thoroughness] = []

    def verified(
        _environment: TestEnvironment,
        _file: Path,
        _text: str,
        names: list[str],
        thoroughness: Thoroughness,
        **__: object,
    ) -> Verification:
        asked.append(thoroughness)
        failed = {name: "failed: TypeError: no" for name in names if "upgrade" in name}
        guilty = {name: reason for name in names for word, reason in unstable.items() if word in name}
        return Verification(TestRun(), failed, guilty, frozenset(guilty))

    monkeypatch.setattr(proof, "verify", verified)
    prover = _prover(tmp_path, discard=lambda *_: None)
    proven = prover.prove(built(*map(_printing, ("maybe", "upgrade", "call"))))

    assert [test.callable for test in proven.tests][-1] == "shop.account:call"
    assert asked == expected


def test_a_test_whose_text_is_another_without_the_others_runs_in_changed_conditions(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[Thoroughness] = []

    def verified(
        _environment: TestEnvironment, _file: Path, _text: str, names: list[str], **options: Any
    ) -> Verification:
        asked.append(options["thoroughness"])
        return Verification(TestRun(), failed={} if asked[1:] else {names[0]: "failed: TypeError: no"})

    monkeypatch.setattr(proof, "verify", verified)
    tests = built(_printing("maybe"), _printing("maybe", "b"))
    proven = _prover(tmp_path, discard=lambda *_: None).prove(tests)

    assert (len(proven.tests), asked) == (1, [PROOF, AGAIN])  # it was a row of a table


def test_no_weaker_test_is_tried_where_no_assertion_failed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    runs: list[list[str]] = []
    reason = "unstable: the outcome differs when it is repeated"

    def verified(
        _environment: TestEnvironment, _file: Path, _text: str, names: list[str], **__: object
    ) -> Verification:
        runs.append(names)
        bad = [name for name in names if "maybe" in name]
        return Verification(TestRun(), unstable=dict.fromkeys(bad, reason), raising=frozenset(bad))

    monkeypatch.setattr(proof, "verify", verified)
    told: list[str] = []
    prover = _prover(tmp_path, discard=lambda _test, _name, why: told.append(why))
    proven = prover.prove(built(*map(_printing, ("maybe", "upgrade"))))

    assert [test.callable for test in proven.tests] == ["shop.account:upgrade"]
    assert (len(runs), told) == (2, [reason])


def _unexpected(_test: AssertedTest, name: str, reason: str) -> None:
    pytest.fail(f"{name}: {reason}")


def _prover(
    folder: Path,
    *,
    zygote: Any = None,
    pytest_seconds: float = PYTEST_SECONDS,
    hurried: Callable[[], bool] = never,
    discard: Callable[[AssertedTest, str, str], None] = _unexpected,
) -> proof.Prover:
    """One whose time is over as it begins."""
    environment = TestEnvironment(
        Path(sys.executable), folder, folder, folder / "shop.py", guarded_command, zygote=zygote
    )
    return proof.Prover(
        environment.paced(pytest_seconds),
        folder / "test_shop.py",
        SUBJECT,
        ProjectStyle(),
        until=0.0,
        stopped=never,
        hurried=hurried,
        discard=discard,
    )


def _printing(name: str, argument: str = "a") -> Case:
    case = Case(name)
    case.call(name, argument)
    return case.equals("a").prints("12\n")


def _body(text: str, name: str) -> str:
    return text.partition(f"def {name}(")[2].partition("def ")[0]
