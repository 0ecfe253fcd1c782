from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from testloom.lsp.candidates.offering import (
    beside_waiting,
    offered_tests,
    outdone,
    shown_offer,
)
from testloom.model.events.jobs import Candidate
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.progress.offers import OfferedTest


def test_a_candidate_leads_with_a_condition() -> None:
    test = OfferedTest(
        file=Path("/p/tests/test_tools.py"),
        name="test_clamp",
        source="def test_clamp(): ...",
        subject=Path("/p/tools.py"),
        target="tools:clamp",
        covers=("clamp is called", "line 3", "low > high is true"),
        complete="",
        branches=((2, "low > high is true"),),
    )

    shown = shown_offer(test, added=test.covers, mark="")

    assert shown.covers == ("low > high is true", "clamp is called", "line 3")


def test_a_candidate_is_about_the_file_of_its_module_whichever_folder_that_is_imported_from() -> None:
    script, module = Path("/p/demo.py"), Path("/p/src/room/calendar.py")
    package = Path("/p/src/room/__init__.py")
    request = GenerationRequest(
        (Target(script), Target(module), Target(package)), Path("/p/python"), Path("/p")
    )
    candidates = [
        Candidate(id=target, name=f"test_{place}", source="", file="/p/tests/test_it.py", target=target)
        for place, target in enumerate(("demo:main", "room.calendar:Calendar", "room:Room", "gone:f"))
    ]
    offered = offered_tests(request, candidates, {"/p/tests/test_it.py": ""}, {})

    assert [test.subject for test in offered] == [script, module, package, script]


def test_a_candidate_is_about_the_private_module_that_defines_what_its_package_offers(tmp_path: Path) -> None:
    package, module = tmp_path / "room" / "__init__.py", tmp_path / "room" / "_calendar.py"
    package.parent.mkdir()
    package.write_text("from ._calendar import Calendar\n")
    module.write_text("class Calendar: ...\n")
    request = GenerationRequest((Target(package), Target(module)), Path("/p/python"), tmp_path)
    file = str(tmp_path / "tests" / "test_it.py")
    candidate = Candidate(id="1", name="test_it", source="", file=file, target="room:Calendar.days")
    [test] = offered_tests(request, [candidate], {file: ""}, {})

    assert test.subject == module


def test_a_test_of_recorded_calls_takes_the_place_of_no_other_that_waits() -> None:
    one, two = (f"def test_{name}():\n    assert True\n" for name in ("one", "two"))
    waiting = [_offered("test_one", one.replace("True", "1")), _offered("test_two", two)]
    complete = f"{one}\n\n{two}"
    first, second = beside_waiting(
        [_offered("test_one", one, complete), _offered("test_two", two, complete)], waiting
    )

    assert (first.name, first.source) == ("test_one_2", one.replace("one", "one_2"))
    assert first.complete == second.complete == complete.replace("one", "one_2")
    assert second.id == waiting[1].id


def test_a_free_name_is_none_that_an_edited_test_was_generated_under() -> None:
    one, two = (f"def test_one{end}():\n    assert 1\n" for end in ("", "_2"))
    edited = _offered("test_one_2", two).edited("test_two", two.replace("one_2", "two"), "", ())

    [test] = beside_waiting([_offered("test_one", one)], [_offered("test_one", ""), edited])

    assert test.name == "test_one_3"


def test_a_waiting_test_is_outdone_by_one_that_reaches_and_notices_the_same_and_more() -> None:
    waiting, test = _reaching("test_a", 1, 2), _reaching("test_b", 1, 2, 3)

    assert outdone([waiting], [test]) == [waiting]


@pytest.mark.parametrize(
    ("waiting", "found"),
    [
        ({"lines": (1, 4)}, {}),
        ({"branches": ((2, "x is true"),)}, {}),
        ({"kills": ("line 2: a → b",)}, {"kills": ("line 2: b → a",)}),
        ({"source": "def test_a():\n    with pytest.raises(ValueError):\n        f()\n"}, {}),
        ({"target": "shop:g"}, {}),
        ({"lines": ()}, {}),
    ],
)
def test_a_waiting_test_that_does_something_else_is_not_outdone(
    waiting: dict[str, Any], found: dict[str, Any]
) -> None:
    other = replace(_reaching("test_a", 1, 2), **waiting)

    assert outdone([other], [replace(_reaching("test_b", 1, 2, 3), **found)]) == []


def test_a_waiting_test_that_its_user_has_edited_is_not_outdone() -> None:
    waiting = _reaching("test_a", 1, 2).edited("test_mine", "def test_mine(): ...\n", "", ())

    assert outdone([waiting], [_reaching("test_b", 1, 2, 3)]) == []


def _reaching(name: str, *lines: int) -> OfferedTest:
    return replace(_offered(name, f"def {name}():\n    assert f()\n"), lines=lines)


def _offered(name: str, source: str, complete: str = "") -> OfferedTest:
    return OfferedTest(Path("/p/test_shop.py"), name, source, Path("/p/shop.py"), "shop:f", (), complete)
