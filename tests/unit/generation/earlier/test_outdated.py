from __future__ import annotations

from testloom.generation.earlier.outdated import outdated_tests
from testloom.measurement import CaseOutcome, TestRun
from testloom.model.events.jobs import BEHAVIOUR_CHANGED, REMOVED, SIGNATURE_CHANGED
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.suite import EmittedTest

TAX = Callable("shop:tax", "function", parameters=(Parameter("price"), Parameter("rate", has_default=True)))
SUBJECT = Subject("shop", "/project/shop.py", {TAX.id: TAX})


def emitted(about: str, signature: str) -> EmittedTest:
    return EmittedTest("test_it", "def test_it(): ...", about, signature, was_seen=True)


def reasons(run: TestRun, **owned: EmittedTest) -> dict[str, tuple[str, str]]:
    found = outdated_tests(run, owned, SUBJECT, "tests/test_shop.py")
    return {event.name: (event.reason, event.what) for event in found}


def test_a_test_that_fails_is_classified() -> None:
    failed = CaseOutcome("failed", "AssertionError: assert 5 == 4")
    run = TestRun(
        {"test_a": failed, "test_b": failed, "test_c[row]": failed, "test_d": CaseOutcome("passed")}
    )

    found = reasons(
        run,
        test_a=emitted("shop:tax", "(price, rate=)"),
        test_b=emitted("shop:tax", "(price)"),
        test_c=emitted("shop:tax", "(price, rate=)"),
        test_d=emitted("shop:tax", "(price)"),
    )

    assert found == {
        "test_a": (BEHAVIOUR_CHANGED, "assert 5 == 4"),
        "test_b": (SIGNATURE_CHANGED, "tax(price) is now tax(price, rate=)"),
        "test_c": (BEHAVIOUR_CHANGED, "assert 5 == 4"),
    }


def test_a_test_of_what_is_gone_is_found_though_its_file_cannot_be_imported() -> None:
    run = TestRun(error="ImportError: cannot import name 'fee'")

    found = reasons(run, test_a=emitted("shop:fee", "()"), test_b=emitted("shop:tax", "(price, rate=)"))

    assert found == {"test_a": (REMOVED, "fee is gone")}


def test_what_private_files_hold_is_not_told_of_a_test_that_fails() -> None:
    run = TestRun(
        {"test_a": CaseOutcome("failed", "AssertionError: assert 'sk-1' == 'sk-2'")}, is_private=True
    )

    found = reasons(run, test_a=emitted("shop:tax", "(price, rate=)"))

    assert found == {"test_a": (BEHAVIOUR_CHANGED, "AssertionError with the contents of private files")}
