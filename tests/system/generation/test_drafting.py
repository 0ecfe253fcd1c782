"""What is shown of a search while it runs."""

from __future__ import annotations

import ast
import shutil
import sys
from pathlib import Path

import pytest

from testloom.generation.file_job import FileJob, FoundTests
from testloom.generation.finding_tests import find_tests
from testloom.generation.pairs.integrating import find_coupling
from testloom.generation.pairs.pairing import find_pair_tests
from testloom.model.events.jobs import Draft, Drafted, Event
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.settings import Settings

SHOP = Path(__file__).parents[2] / "subjects" / "integration" / "shop"
SOURCE = """\
def grade(points: int) -> str:
    if points > 90:
        return "A"
    if points > 50:
        return "B"
    return "C"
"""


def found(folder: Path, *, drafts: bool) -> tuple[FoundTests, list[Event]]:
    file = folder / "school.py"
    file.write_text(SOURCE)
    settings = Settings(executions=1000, seed=1)
    request = GenerationRequest(
        (Target(file),), Path(sys.executable), folder, settings=settings, drafts=drafts
    )
    events: list[Event] = []
    job = FileJob(request, file, request.targets, settings.budget, emit=events.append)
    return find_tests(job), events


@pytest.fixture(scope="module")
def drafted(tmp_path_factory: pytest.TempPathFactory) -> tuple[FoundTests, list[Event]]:
    return found(tmp_path_factory.mktemp("drafted"), drafts=True)


def test_tests_show_before_the_search_has_ended(drafted: tuple[FoundTests, list[Event]]) -> None:
    _, events = drafted
    kinds = [type(event).__name__ for event in events]
    first = next(event for event in events if isinstance(event, Draft))

    assert kinds.index("Drafted") < len(kinds) - 1 - kinds[::-1].index("Progress")
    assert first.target == "school:grade"
    assert set(first.lines) <= {2, 3, 4, 5, 6}
    assert first.branches


def test_the_last_drafts_are_the_tests_with_what_they_kill(drafted: tuple[FoundTests, list[Event]]) -> None:
    suite, events = drafted[0].suite, drafted[1]
    last = next(event for event in reversed(events) if isinstance(event, Drafted))
    drafts = {event.id: event for event in events if isinstance(event, Draft)}

    assert set(last.ids) == {test.id for test in suite.tests}
    assert [node.name for node in ast.parse(last.text).body if isinstance(node, ast.FunctionDef)]
    assert any("points > 90 → points >= 90" in kill for id in last.ids for kill in drafts[id].kills)


def test_tests_of_a_pair_show_in_the_file_that_they_belong_into(tmp_path: Path) -> None:
    shutil.copytree(SHOP, tmp_path / "shop")
    targets = [Target(tmp_path / "shop" / f"{name}.py", name.title()) for name in ("cart", "inventory")]
    settings = Settings(executions=2000, seed=1)
    request = GenerationRequest(
        tuple(targets), Path(sys.executable), tmp_path, settings=settings, is_pair=True, drafts=True
    )
    events: list[Event] = []
    job = FileJob(request, targets[0].file, request.targets[:1], settings.budget, emit=events.append)
    place = tmp_path / "tests" / "test_cart_with_inventory.py"
    tested = find_pair_tests(job, find_coupling(request), place)
    last = next(event for event in reversed(events) if isinstance(event, Drafted))

    assert {event.file for event in events if isinstance(event, Draft)} == {str(place)}
    assert set(last.ids) == {test.id for test in tested.found.suite.tests}


def test_the_tests_are_the_same_whether_somebody_watches_or_not(
    drafted: tuple[FoundTests, list[Event]], tmp_path: Path
) -> None:
    unwatched, events = found(tmp_path, drafts=False)

    assert [test.id for test in unwatched.suite.tests] == [test.id for test in drafted[0].suite.tests]
    assert not any(isinstance(event, Draft | Drafted) for event in events)
