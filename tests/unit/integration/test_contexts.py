"""What a call hands over settles conditions of what it calls."""

from pathlib import Path

import pytest

from tests.unit.integration.projects import Project, lines

CALLER = """
import store

def save(item):
    if item:
        {call}
"""


def outcomes(root: Path, call: str, callee: str, caller: str = CALLER) -> set[tuple[int, bool]]:
    """The coupled branches of the callee, by line and outcome, for a caller with this call."""
    project = Project(root, {"shop.py": caller.replace("{call}", call), "store.py": callee})
    return {(line, outcome) for _, _, line, outcome in lines(project.coupling("shop", "store"))}


FLAGGED = """
def keep(item, fresh=False, *, where=None):
    if fresh:
        return 1
    if where is not None:
        return 2
"""


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("store.keep(item, item, where=item)", {(3, True), (3, False), (5, True), (5, False)}),
        ("store.keep(item)", {(3, False), (5, False)}),
        ("store.keep(item, True)", {(3, True)}),
        ("store.keep(item, fresh=False, where=item)", {(3, False), (5, True), (5, False)}),
        ("store.keep(item, where='here')", {(3, False), (5, True)}),
        ("store.keep(item, *item)", {(3, True), (3, False), (5, True), (5, False)}),
        ("store.keep(item, **item)", {(3, True), (3, False), (5, True), (5, False)}),
    ],
)
def test_constants_and_defaults_settle_conditions(
    tmp_path: Path, call: str, expected: set[tuple[int, bool]]
) -> None:
    assert outcomes(tmp_path, call, FLAGGED) == expected


def test_another_call_of_the_same_makes_a_combination_possible(tmp_path: Path) -> None:
    caller = """
    import store

    def save(item):
        if item:
            store.keep(item)
            store.keep(item, True)
    """
    coupling = Project(tmp_path, {"shop.py": caller, "store.py": FLAGGED}).coupling("shop", "store")
    assert {(line, outcome) for _, _, line, outcome in lines(coupling)} == {
        (3, True),
        (3, False),
        (5, False),
    }


@pytest.mark.parametrize(
    "change",
    ["where = item", "for where in item: pass", "with item as where: pass", "import where", "del where"],
)
def test_what_is_bound_anew_is_not_known(tmp_path: Path, change: str) -> None:
    callee = f"def keep(item, where=None):\n    {change}\n    if where is None:\n        return 1\n"
    found = outcomes(tmp_path, "store.keep(item)", callee)
    assert {(3, True), (3, False)} <= found


def test_a_constant_that_a_branch_assigns_is_joined_with_the_other(tmp_path: Path) -> None:
    callee = """
def keep(item, size=None):
    if item > 3:
        size = 1
    if size is None:
        return 1
    if size == 2:
        return 2
"""
    found = outcomes(tmp_path, "store.keep(item)", callee)
    assert {(5, True), (5, False)} <= found


def test_an_exception_keeps_what_was_known_before(tmp_path: Path) -> None:
    callee = """
def keep(item, size=None):
    try:
        size = item()
    except ValueError:
        if size is None:
            return 1
    if size is None:
        return 2
"""
    found = outcomes(tmp_path, "store.keep(item)", callee)
    assert {(6, True), (6, False), (8, True), (8, False)} <= found


def test_types_settle_what_is_asked_of_them(tmp_path: Path) -> None:
    callee = """
def keep(item):
    if isinstance(item, (str, bytes)):
        return 1
    if item is None:
        return 2
"""
    assert outcomes(tmp_path, "store.keep(len(item))", callee) == {(3, False), (5, False)}
    assert outcomes(tmp_path, "store.keep(f'{item}')", callee) == {(3, True)}
    assert len(outcomes(tmp_path, "store.keep(item.size)", callee)) == 4


def test_keywords_are_known_where_any_may_be_given(tmp_path: Path) -> None:
    callee = """
def keep(**options):
    if "fresh" in options:
        return 1
    if "where" in options:
        return 2
"""
    assert outcomes(tmp_path, "store.keep(where=item)", callee) == {(3, False), (5, True)}
    changed = callee.replace("    if", "    options.update(more)\n    if", 1)
    assert len(outcomes(tmp_path, "store.keep(where=item)", changed)) == 4


def test_constants_are_handed_on_within_the_callee(tmp_path: Path) -> None:
    callee = """
def keep(item, fresh=False):
    return put(item, fresh)

def put(item, fresh):
    if fresh:
        return 1
"""
    assert outcomes(tmp_path, "store.keep(item)", callee) == {(6, False)}


def test_a_decorator_may_hand_over_something_else(tmp_path: Path) -> None:
    callee = "import other\n@other.changed\ndef keep(item, fresh=False):\n    if fresh:\n        return 1\n"
    assert len(outcomes(tmp_path, "store.keep(item)", callee)) == 2


def test_a_name_of_python_that_means_something_else_settles_nothing(tmp_path: Path) -> None:
    callee = """
def isinstance(value, kind):
    return value

def keep(item):
    if isinstance(item, str):
        return 1
"""
    assert {(6, True), (6, False)} <= outcomes(tmp_path, "store.keep('text')", callee)


def test_methods_get_what_stands_after_their_object(tmp_path: Path) -> None:
    callee = """
class Store:
    def keep(self, item, fresh=False):
        if fresh:
            return 1

    @staticmethod
    def put(item, fresh=False):
        if fresh:
            return 1
"""
    caller = """
from store import Store

def save(item, store: Store):
    if item:
        {call}
"""
    project = {"store.py": callee}
    for call, expected in (
        ("store.keep(item)", {False}),
        ("store.keep(item, True)", {True}),
        ("Store.keep(store, item)", {False}),
        ("Store.put(item, True)", {True}),
        ("store.put(True)", {False}),
    ):
        files = {**project, "shop.py": caller.replace("{call}", call)}
        coupling = Project(tmp_path, files).coupling("shop", "store:Store")
        assert {outcome for *_, outcome in lines(coupling)} == expected, call


@pytest.mark.parametrize(
    "later", ["lambda: store.keep(item, size)", "(store.keep(item, size) for _ in item)"]
)
def test_what_runs_later_may_find_other_values(tmp_path: Path, later: str) -> None:
    callee = "def keep(item, size):\n    if size is None:\n        return 1\n"
    caller = f"""
import store

def save(item):
    size = None
    return 1 if item else {later}
"""
    changed = caller.replace("    return", "    size = item.size\n    return")
    for source, expected in ((caller, [True]), (changed, [True, False])):
        coupling = Project(tmp_path, {"shop.py": source, "store.py": callee}).coupling("shop", "store")
        [site] = coupling.sites
        assert [branch.outcome for branch in site.affected] == expected
