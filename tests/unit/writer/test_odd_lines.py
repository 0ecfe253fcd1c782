"""Lines of users' files stay whole where `str.splitlines` sees line ends that Python does not."""

from __future__ import annotations

import pytest

from testloom.model.failures import Compared, Failure
from testloom.model.subject import Subject
from testloom.model.suite import EmittedTest
from testloom.refactoring import with_path_constant
from testloom.writer import ProjectStyle, changed_value, edited, function_source, with_chosen, without_tests
from testloom.writer.files.formatting import formatted
from testloom.writer.files.rows import with_rows

MINE = "def test_mine():\n    assert one()\n    assert two()\n"
OURS = "def test_f():\n    assert f(1) == 'few'\n"
SEPARATORS = {
    "form feeds": "\x0c\n" * 3,
    "vertical tabs": "# a\x0b\n" * 3,
    "file separators": "# a\x1c\x1d\x1e b\n" * 3,
    "next lines": "# a\x85b\n" * 3,
    "line separators": "# a\u2028b\u2029c\n" * 3,
}

pytestmark = pytest.mark.parametrize("odd", SEPARATORS.values(), ids=SEPARATORS)


def test_only_the_test_that_goes_loses_lines(odd: str) -> None:
    text = f"{odd}{MINE}\n\n{OURS}"

    assert without_tests(text, [EmittedTest("test_f", OURS, "shop:f", "(n)", True)]) == f"{odd}{MINE}"


def test_what_stands_before_the_test_that_goes_stays(odd: str) -> None:
    text = f"{MINE}\n\n{odd}\n\n{OURS}"

    assert without_tests(text, [EmittedTest("test_f", OURS, "shop:f", "(n)", True)]) == f"{MINE}\n\n{odd}"


def test_the_source_of_a_function_is_its_own(odd: str) -> None:
    assert function_source(f"{odd}{MINE}\n\n{odd}{OURS}", "test_f") == OURS


def test_a_chosen_test_takes_the_place_of_the_one_of_its_name_and_of_nothing_else(odd: str) -> None:
    new = OURS.replace("few", "many")

    text = with_chosen(
        f"{odd}{MINE}\n\n{OURS}", f"{odd}\n\n{new}", {"test_f"}, Subject("shop", ""), ProjectStyle()
    )

    assert text == f"{odd}{MINE}\n\n{new}"


def test_what_a_user_made_of_a_test_is_found(odd: str) -> None:
    before, after = f"{odd}{MINE}\n\n{OURS}", f"{odd}{MINE}\n\n{OURS.replace('few', 'some')}"

    [function] = edited(before, after, ["test_f"]).functions

    assert function.source == OURS.replace("few", "some")


def test_a_new_value_takes_the_place_of_the_old_one(odd: str) -> None:
    text = f"{odd}{MINE}\n\n{OURS}"
    line = text[: text.index("assert f")].count("\n")
    failure = Failure(line, "AssertionError", "", "", Compared("==", "'many'", "'few'", "'many'"))

    change = changed_value(text, "test_f", "", failure)

    assert change is not None and change.text == text.replace("'few'", "'many'")


def test_a_table_gets_its_rows_behind_the_last(odd: str) -> None:
    note = odd.replace("\n", " ").strip(" ")
    table = f'''@pytest.mark.parametrize("n", [pytest.param("{note}", id="a"), pytest.param(1, id="b")])
def test_f(n): ...
'''

    longer = with_rows(table, {"c": 'pytest.param(2, id="c")'})

    assert longer == table.replace('id="b")]', 'id="b"), pytest.param(2, id="c")]')


def test_a_path_becomes_a_constant_in_its_own_place(odd: str) -> None:
    text = f'{odd}def banner():\n    return open("/etc/banner").read()\n'

    changed = with_path_constant(text, text.count("\n"), "/etc/banner")

    assert changed is not None
    assert changed.endswith(f"{odd}def banner():\n    return open(BANNER).read()\n")


def test_layout_joins_texts_in_their_own_line(odd: str) -> None:
    note = odd.strip().replace("\n", "\\n").replace("\x0c", "\\f")
    source = f'def test_f():\n    assert f() == "{note}"\n    assert g() == ("ab" "cd")\n'

    assert formatted(source, ProjectStyle()) == source.replace('("ab" "cd")', '"abcd"')
