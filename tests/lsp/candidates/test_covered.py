"""Candidates that add nothing are told from those that do, by what the project's tests covered last."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

from testloom.lsp.candidates.covered import beside_others
from testloom.lsp.documents import mark_of
from testloom.model.progress.offers import OfferedTest
from testloom.model.progress.reach import MeasuredFile, Reach
from testloom.store import MeasuredFiles, open_store

TEXT = "def f(x):\n    y = 0\n    if x:\n        y = 1\n    return y\n"
MINE = frozenset({"tests/test_mine.py::test_mine"})
NONE = frozenset[str]()


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "f.py"
    path.write_text(TEXT)
    _test_file(path).parent.mkdir()
    _test_file(path).write_text("def test_mine(): ...\n")
    return path


def _test_file(source: Path) -> Path:
    return source.parent / "tests" / "test_mine.py"


def _offered(source: Path, lines: tuple[int, ...], branches: tuple[tuple[int, str], ...]) -> OfferedTest:
    test = OfferedTest(source.with_name("test_f.py"), "test_f", "", source, "f:f", ("line 4",), "")
    return replace(test, lines=lines, branches=branches, verified_for=mark_of(source))


def _measured(source: Path, *, true: frozenset[str], false: frozenset[str]) -> None:
    lines = {1: MINE, 2: true | false, 3: true | false, 4: true, 5: true | false}
    reach = Reach(lines, {(3, 4): true, (3, 5): false})
    with open_store() as database:
        files = [MeasuredFile(source, source.read_text(), reach)]
        MeasuredFiles(database).remember(source.parent, files, None)


def _is_covered(test: OfferedTest) -> bool:
    return beside_others([test]) == {test.id: None}


@pytest.mark.parametrize(
    ("true", "false", "is_true_covered", "is_false_covered"),
    [
        (MINE, MINE, True, True),
        (MINE, NONE, True, False),
        (NONE, MINE, False, True),
        (NONE, NONE, False, False),
        (frozenset({"tests/test_f.py::test_f[1]"}), MINE, False, True),
    ],
    ids=["both", "true", "false", "none", "by the candidate itself, before it was undone"],
)
def test_a_candidate_is_covered_if_others_take_all_branches_that_it_takes(
    source: Path,
    true: frozenset[str],
    false: frozenset[str],
    is_true_covered: bool,
    is_false_covered: bool,
) -> None:
    _measured(source, true=true, false=false)

    assert _is_covered(_offered(source, (2, 3, 4, 5), ((4, "x is true"),))) is is_true_covered
    assert _is_covered(_offered(source, (2, 3, 5), ((3, "x is false"),))) is is_false_covered


def test_a_candidate_covers_only_what_others_do_not(source: Path) -> None:
    _measured(source, true=MINE, false=NONE)
    goals = ("x is true", "x is false", "line 4", "f is called")
    test = replace(_offered(source, (2, 3, 4, 5), ((4, "x is true"), (3, "x is false"))), covers=goals)

    assert beside_others([test]) == {test.id: ("x is false", "f is called")}


def test_nothing_is_covered_that_nobody_has_measured(source: Path) -> None:
    assert not _is_covered(_offered(source, (2,), ()))


def test_what_was_measured_of_another_text_says_nothing(source: Path) -> None:
    _measured(source, true=MINE, false=MINE)
    test = _offered(source, (2, 3, 5), ((3, "x is false"),))
    source.write_text(f"# {TEXT}")

    assert not _is_covered(test)
    assert not _is_covered(replace(test, verified_for=mark_of(source)))


@pytest.mark.parametrize(
    ("text", "is_covered"),
    [
        ("def test_other(): ...\n", False),
        ("def test_mine(): ...\n\n\ndef test_other(): ...\n", True),
        (None, False),
    ],
    ids=["without the test", "with another test", "gone"],
)
def test_tests_that_are_gone_since_they_were_measured_cover_nothing(
    source: Path, text: str | None, is_covered: bool
) -> None:
    _measured(source, true=MINE, false=MINE)
    test = _offered(source, (2, 3, 5), ((3, "x is false"),))
    file = _test_file(source)
    assert _is_covered(test)

    if text is None:
        file.unlink()
    else:
        file.write_text(text)
        os.utime(file, (time.time() + 5, time.time() + 5))

    assert _is_covered(test) is is_covered


def test_what_a_user_has_made_of_a_test_may_cover_more(source: Path) -> None:
    _measured(source, true=MINE, false=MINE)
    test = _offered(source, (2, 3, 5), ((3, "x is false"),))

    assert not _is_covered(test.edited("test_f", "", "", ()))


def test_what_takes_the_place_of_a_failing_test_is_not_left_out_for_what_others_cover(source: Path) -> None:
    _measured(source, true=MINE, false=MINE)
    test = _offered(source, (2, 3, 5), ((3, "x is false"),))

    assert _is_covered(test)
    assert not _is_covered(replace(test, replaces=("test_old",)))


@pytest.mark.parametrize(("covers", "is_covered"), [(("line 5",), True), ((), False)])
def test_what_is_kept_for_mutants_alone_adds_to_tests_that_cover_the_same(
    source: Path, covers: tuple[str, ...], is_covered: bool
) -> None:
    _measured(source, true=MINE, false=MINE)
    test = replace(_offered(source, (2, 3, 5), ((3, "x is false"),)), kills=("line 2: 0 → 1",))

    assert _is_covered(replace(test, covers=covers)) is is_covered
