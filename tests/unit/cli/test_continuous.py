from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from testloom.cli.reading.arguments import parse_arguments
from testloom.cli.showing.github import workflow_commands
from testloom.cli.showing.junit import junit_report
from testloom.cli.showing.table import print_table
from testloom.continuous import STRATEGIES as KNOWN
from testloom.model.events.jobs import Event, Failed, Finding, Outdated
from testloom.model.events.units import ProjectSummary, UnitDone
from testloom.model.settings import STRATEGIES

CART = UnitDone("shop.cart:Cart", "/p/shop/cart.py", "changed", "accepted", 9, 8, 5, 4, 3.25)
TAX = UnitDone("shop.tax:tax", "/p/shop/tax.py", "new", "import-error", 1, 0, 0, 0, 1.0)
BROKEN = Failed("import-error", "shop/tax.py cannot be imported: 100% broken.", "Mend it.", "/p/shop/tax.py")
SUMMARY = ProjectSummary(
    units=5,
    units_run=2,
    units_skipped={"complete": 2, "no-time": 1},
    coverage={"before": 50.0, "after": 80.0},
    goals=10,
    covered=8,
    tests=4,
    seconds=4.5,
    unreached={"needs-value": 1},
)


def test_the_table_tells_what_was_run_and_why_the_rest_was_not(capsys: pytest.CaptureFixture[str]) -> None:
    gone = Outdated("test_old", "/p/tests/test_old.py", "removed", "old is gone")
    print_table([BROKEN, gone, CART, TAX], SUMMARY)

    out = capsys.readouterr().out
    assert "shop.cart:Cart  changed  new tests" in out
    assert "failed: import-error" in out
    assert "test_old: what it tests was removed; delete the test (old is gone)" in out
    assert "2: complete and unchanged" in out
    assert "2 of 5 units run in 4.5 s; 4 tests cover 8 of 10 goals (50% before, 80% now)." in out


def test_a_unit_that_waits_as_it_is_unchanged_is_said_to_be_that(capsys: pytest.CaptureFixture[str]) -> None:
    print_table([], replace(SUMMARY, units_skipped={"unchanged": 3}))

    assert "  3: not changed\n" in capsys.readouterr().out


def test_reasons_are_said_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    missed = {"import-raised": 2, "replaced": 1, "worker-ended": 1}
    tax = replace(TAX, outcome="import-raised")
    print_table([tax], replace(SUMMARY, unreached=missed, files_left_out={"not-importable": 2}))

    out = capsys.readouterr().out
    assert "failed: importing it raises an exception" in out
    assert "2: importing it raises an exception\n" in out
    assert "1: its test was replaced by one of another unit\n" in out
    assert "2: no import can name it, or it is not valid Python\n" in out
    assert not any(code in out for code in ("import-raised", "worker-ended", "not-importable"))


def test_a_run_without_work_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    done = ProjectSummary(3, 0, {"complete": 3}, {"before": 100.0, "after": 100.0}, 7, 7, 2)
    print_table([], done)

    assert "Nothing to do: 2 tests cover 7 of 7 goals (100%)." in capsys.readouterr().out


def test_junit_has_a_case_for_each_unit_and_one_for_the_coverage() -> None:
    suite = ElementTree.fromstring(junit_report([BROKEN, CART, TAX], SUMMARY, "80% is below 90%"))

    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("5", "2", "2")
    failures = {
        case.get("name"): failure.get("message") for case in suite for failure in case.iter("failure")
    }
    assert failures == {"tax": BROKEN.what, "coverage": "80% is below 90%"}


def test_github_is_told_what_somebody_should_look_at() -> None:
    finding = Finding("shop.cart:Cart.add", 7, "builtins:KeyError", "a\nb", "")
    outdated = Outdated("test_cart", "/p/tests/test_cart.py", "behaviour-changed", "assert 1 == 2")
    events: list[Event] = [BROKEN, outdated, finding, CART, TAX]

    assert list(workflow_commands(events, Path("/p"))) == [
        "::error file=shop/tax.py,title=Testloom::shop/tax.py cannot be imported: 100%25 broken.",
        "::warning file=tests/test_cart.py,title=Testloom::test_cart no longer passes: assert 1 == 2",
        "::warning file=shop/cart.py,line=7,title=Testloom::Cart.add raises KeyError (undocumented): a%0Ab",
        "::notice file=shop/cart.py,title=Testloom::shop.cart:Cart: generated tests cover 8 of 9 goals",
        "::notice file=shop/tax.py,title=Testloom::shop.tax:tax: generated tests cover 0 of 1 goal",
    ]


def test_the_command_line_offers_the_strategies_that_there_are() -> None:
    assert set(STRATEGIES) == set(KNOWN)
    options = parse_arguments(["continuous", "--budget", "5", "--executor", "local:3"])
    assert (options.strategy, options.executor, options.root) == ("history", 3, ".")
