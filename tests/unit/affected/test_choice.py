"""Which tests have to run."""

from __future__ import annotations

from dataclasses import replace

from testloom.affected.choice import AffectedTest, choose
from testloom.affected.state import WHOLE, State
from testloom.model.progress.records import Block, TestRecord

HERE = "3.12"


def state(**texts: str) -> State:
    files = {f"{name}.py": text.encode() for name, text in texts.items()}

    def read(path: str) -> bytes:
        if path not in files:
            raise FileNotFoundError(path)
        return files[path]

    return State(list(files), read)


BEFORE, AFTER = state(shop="def f(): return 1\n"), state(shop="def f(): return 2\n")


def only(record: TestRecord) -> Block:
    [block] = record.blocks
    return block


def record(now: State, outcome: str = "passed", environment: str = HERE, name: str = "f") -> TestRecord:
    block = Block("shop.py", name, now.digest("shop.py", name))
    return TestRecord("t", outcome, frozenset({block}), environment)


def test_what_passed_with_the_same_code_need_not_run() -> None:
    assert choose({"t": [record(BEFORE)]}, BEFORE, HERE).unaffected == ("t",)
    assert choose({"t": [record(BEFORE, "skipped")]}, BEFORE, HERE).unaffected == ("t",)


def test_what_depends_on_a_function_that_changed_has_to_run() -> None:
    old = record(BEFORE)

    assert choose({"t": [old]}, AFTER, HERE).affected == (AffectedTest("t", "changed", only(old)),)


def test_what_failed_the_last_time_has_to_run() -> None:
    assert choose({"t": [record(BEFORE, "failed")]}, BEFORE, HERE).affected == (AffectedTest("t", "failed"),)


def test_a_record_of_the_same_code_counts_even_if_the_test_has_run_with_other_code_since() -> None:
    records = [record(AFTER, "failed"), record(BEFORE)]

    assert choose({"t": records}, BEFORE, HERE).unaffected == ("t",)


def test_another_environment_is_another_record() -> None:
    records = [record(BEFORE, environment="3.11")]

    assert choose({"t": records}, BEFORE, HERE).affected == (AffectedTest("t", "changed"),)


def test_what_has_changed_since_a_revision_counts_even_if_it_has_passed() -> None:
    now = record(AFTER)

    assert choose({"t": [now]}, AFTER, HERE, before=AFTER).unaffected == ("t",)
    assert choose({"t": [now]}, AFTER, HERE, before=BEFORE).affected == (
        AffectedTest("t", "changed", only(now)),
    )


def test_a_file_that_git_ignores_has_not_changed_since_a_revision() -> None:
    now = replace(AFTER, paths=[])

    assert choose({"t": [record(AFTER)]}, now, HERE, before=state()).unaffected == ("t",)
    assert choose({"t": [record(AFTER)]}, AFTER, HERE, before=state()).affected, "a new file"
    assert choose({"t": [record(AFTER)]}, now, HERE, before=BEFORE).affected, "git had it, and it has changed"


def test_the_files_of_a_project_are_not_searched_for_each_part_of_a_test() -> None:
    class Files(list[str]):
        def __contains__(self, path: object) -> bool:
            raise AssertionError("a list is searched from its start")

    now = replace(AFTER, paths=Files(AFTER.paths))

    assert choose({"t": [record(AFTER)]}, now, HERE, before=BEFORE).affected


def test_a_file_that_is_no_python_any_more_has_changed() -> None:
    broken = state(shop="def f(:\n")

    assert choose({"t": [record(BEFORE)]}, broken, HERE).affected
    assert choose({"t": [record(BEFORE, name=WHOLE)]}, state(), HERE).affected
