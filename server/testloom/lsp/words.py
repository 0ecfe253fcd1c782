"""Messages of the language server about its jobs, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from testloom.lsp.translation import say, say_count
from testloom.measurement import Unreached
from testloom.model.events.jobs import Carving, Failed, Progress, SameName, Summary
from testloom.model.events.reasons import REASONS
from testloom.model.generation_request import Target


def name_of(target: Target) -> str:
    """Name the target as the user would.

    Examples: `Account.withdraw`, `account.py` or `line 9 of account.py`.
    """
    if target.line is not None:
        return say("line {0} of {1}", target.line, target.file.name)
    return target.qualname or target.file.name


def phase(progress: Progress) -> str:
    """Describe what a job is doing now."""
    parts = [_phase(progress.phase)]
    if progress.files > 1:
        parts.insert(0, say("File {0} of {1}", progress.file, progress.files))
    if progress.goals:
        parts.append(_covered(progress))
    if progress.verified:
        parts.append(say("{0} verified", progress.verified))
    elif progress.executions_per_second:
        parts.append(say("{0} executions per second", f"{progress.executions_per_second:,.0f}"))
    return " · ".join(parts)


def _phase(name: str) -> str:
    match name:
        case "load":
            return say("Loading the code")
        case "search":
            return say("Searching")
        case "repeat":
            return say("Repeating recorded calls")
        case "assert":
            return say("Choosing assertions")
        case "verify":
            return say("Verifying in fresh processes")
    return name.capitalize()


def failure(failed: Failed) -> str:
    """Word an error as one message: what happened, to what, and what to do next."""
    return f"Testloom: {failed.what} {failed.advice}".strip()


def failed_test(message: str, report: str) -> str:
    """Explain why a test failed: the message first, then all of pytest's report.

    Editors show the first line beside the test.
    """
    first = message.strip().partition("\n")[0]
    return f"{first}\n\n{report}" if first and not report.startswith(first) else report


def unreached(why: Unreached, project: str) -> Failed:
    """Report that the tests of a project ran but covered none of its files."""
    if why.settings:
        what = say("The tests ran, but the settings of coverage.py leave out all files in {0}.", project)
        advice = say("Change them to measure the project's own code: {0}", why.settings)
        return Failed("nothing-measured", what, advice)
    what = say("The tests ran, but covered no file in {0}.", project)
    if why.said:
        what = say("The tests ran, but covered no file in {0}: {1}.", project, "; ".join(why.said))
    advice = say("If they import another copy of the code, install this one: {0}", why.installing)
    return Failed("nothing-reached", what, advice)


def withheld(files: Iterable[str]) -> str:
    """Explain that values of private files are left out of tests, and how to test with them."""
    return say(
        "Values read from {0} are left out of tests. To test code with such values, pass them as arguments.",
        ", ".join(files),
    )


def same_name(same: SameName) -> str:
    """Explain that pytest cannot run tests of two modules at once, and what to do."""
    files = ", ".join(same.files)
    what = say(
        "`{0}` is what {1} is imported as, too: pytest cannot run tests of both at once.", same.module, files
    )
    advice = say(
        "Rename one, or make packages of their folders with an __init__.py; then generate their tests again."
    )
    return f"Testloom: {what} {advice}"


def defect(error: Exception) -> Failed:
    """Report a defect of Testloom itself."""
    what = say("Internal error in Testloom ({0}: {1}).", type(error).__name__, error)
    return Failed("internal", what, say("See the log (Testloom: Show Log), and please report this error."))


def outcome(target: Target, summary: Summary, *, new: int) -> str:
    """Describe the result of a job that ended without an error.

    `new` is the number of its test functions that are new.
    """
    return f"Testloom: {_found(target, summary, new)}{_uncounted(summary)}"


def nothing_in(target: Target) -> str:
    """Report that a file contains nothing that tests could call."""
    return f"Testloom: {say('{0} contains no functions or classes to test.', name_of(target))}"


def _found(target: Target, summary: Summary, new: int) -> str:
    name, covered = name_of(target), _covered(summary)
    if summary.tests and new:
        if summary.tests > new:
            covered = f"{say('{0} cases in all', summary.tests)}, {covered}"
        return say("{0} for {1} ({2}).", _new_tests(new), name, covered)
    if summary.tests:
        # not "covered": its user may have discarded or deleted tests of these goals
        found = say_count(
            summary.goals, "tests for {1} of 1 goal", "tests for {1} of {0} goals", summary.covered
        )
        why = say("you already have these tests, or have discarded them")
        return say("Nothing new for {0} ({1}): {2}.", name, found, why)
    if summary.covered >= summary.goals:
        if summary.left_out and summary.uncounted is None:
            return say("Your own tests cover all of {0}.", name)
        return say("{0} has nothing left to cover.", name)
    why = f"{_most_frequent(summary.unreached)}{_not_kept(summary.discarded)}"
    if summary.left_out and summary.uncounted is None:
        return (
            f"{say('No tests found for what your own tests do not cover in {0} ({1}).', name, covered)}{why}"
        )
    return f"{say('No tests found for {0} ({1}).', name, covered)}{why}"


def _covered(said: Progress | Summary) -> str:
    return say_count(said.goals, "{1} of 1 goal covered", "{1} of {0} goals covered", said.covered)


def _uncounted(summary: Summary) -> str:
    """Explain why new tests may cover code that existing tests already cover."""
    if summary.uncounted is None:
        return ""
    if not summary.uncounted:
        why = say("Under the guard, some of your own tests failed or did not reach this code.")
        return f" {why} {say('To count them, run them with coverage.')}"
    why = say("Your own tests were not counted: they took longer than {0} s.", f"{summary.uncounted:g}")
    return f" {why} {say('To count them, run them with coverage.')}"


def kept(title: str, count: int) -> str:
    """Report that verified tests of a cancelled job were kept."""
    kept = say_count(count, "1 verified test was kept", "{0} verified tests were kept")
    return f"Testloom: {say('{0} was cancelled; {1}.', title, kept)}"


def cancelled(title: str, drafts: int, *, was_early: bool) -> str:
    """Report that a job was cancelled and its drafts are gone.

    `was_early`: before any test was verified.
    """
    said = say("{0} was cancelled.", title)
    if was_early:
        said = say("{0} was cancelled before any new test was verified.", title)
    gone = say_count(drafts, "1 unverified test was removed.", "{0} unverified tests were removed.")
    return f"Testloom: {said} {gone}" if drafts else f"Testloom: {said}"


def carved(summary: Carving, *, new: int) -> str:
    """Describe the result of a job that turned recorded calls into tests.

    `new` is the number of its test functions that are new.
    """
    number = summary.distinct_calls
    calls = say_count(number, "1 distinct recorded call", "{0} distinct recorded calls")
    if summary.tests and new:
        return f"Testloom: {say('{0} from {1}.', _new_tests(new), calls)}"
    if summary.tests:
        why = say("you already have these tests, or have discarded them")
        return f"Testloom: {say('Nothing new for {0}: {1}.', calls, why)}"
    none = say("{0} produced no tests.", calls) if number else say("No recorded call can be repeated.")
    return f"Testloom: {none}{_most_frequent(summary.dropped)}"


def _new_tests(count: int) -> str:
    return say_count(count, "1 new test", "{0} new tests")


def _most_frequent(reasons: Mapping[str, int]) -> str:
    return f" {say('Main reasons: {0}.', _listed(reasons))}" if reasons else ""


def _not_kept(reasons: Mapping[str, int]) -> str:
    """List why tests were discarded; these are not counted as goals."""
    return f" {say('Tests that could not be kept: {0}.', _listed(reasons))}" if reasons else ""


def _listed(reasons: Mapping[str, int]) -> str:
    most = sorted(reasons, key=lambda reason: -reasons[reason])[:3]
    return "; ".join(f"{say(REASONS.get(reason, reason))} ({reasons[reason]})" for reason in most)
