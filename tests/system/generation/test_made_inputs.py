"""Inputs that are hardly ever come upon by chance are made of what is known of them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from testloom.model.settings import Settings
from testloom.model.statements import DoubleStatement
from tests.system.generation.searching import found_in, text_of

SUBJECTS = Path(__file__).parents[2] / "subjects"


def missed(folder: Path, name: str, executions: int, *without: str) -> list[str]:
    """The goals of a subject that a search does not reach."""
    file = folder / Path(name).name
    shutil.copy(SUBJECTS / name, file)
    found = found_in(file, folder, Settings(executions=executions, without=without))
    return [goal.label for goal in found.result.archive.missed]


@pytest.mark.parametrize("name", ["accounts.py", "fares.py"])
def test_what_documentation_shows_is_known_from_the_outset(tmp_path: Path, name: str) -> None:
    assert missed(tmp_path, f"documented/{name}", 400) == []


@pytest.mark.parametrize("name", ["queries/marking", "circuits/checking"])
def test_objects_come_from_those_who_make_them_and_lie_within_what_these_return(
    tmp_path: Path, name: str
) -> None:
    package, _, module = name.partition("/")
    shutil.copytree(SUBJECTS / "suppliers" / package, tmp_path / package)
    found = found_in(tmp_path / package / f"{module}.py", tmp_path, Settings(executions=2000))

    assert [goal.label for goal in found.result.archive.missed] == []


@pytest.mark.parametrize(
    ("name", "made"), [("bookings/corrections", "Entry("), ("journeys/gates", "Ticket(")]
)
def test_objects_are_of_the_class_next_door_that_sets_all_that_is_read_from_them(
    tmp_path: Path, name: str, made: str
) -> None:
    package, _, module = name.partition("/")
    shutil.copytree(SUBJECTS / "suppliers" / package, tmp_path / package)
    found = found_in(tmp_path / package / f"{module}.py", tmp_path, Settings(executions=1000))

    assert [goal.label for goal in found.result.archive.missed] == []
    assert made in (text := text_of(found)) and "Namespace" not in text and "Mock" not in text


@pytest.mark.parametrize("name", ["frames.py", "tokens.py"])
def test_texts_with_a_checksum_are_read_back(tmp_path: Path, name: str) -> None:
    assert missed(tmp_path, f"inverses/{name}", 1500) == []


@pytest.mark.parametrize("name", ["recipes.py", "permissions.py"])
def test_collections_hold_what_code_asks_of_them(tmp_path: Path, name: str) -> None:
    assert missed(tmp_path, f"structures/{name}", 200) == []


@pytest.mark.parametrize("name", ["labels.py", "packets.py"])
def test_pieces_are_compared_with_what_they_were_decoded_from(tmp_path: Path, name: str) -> None:
    assert missed(tmp_path, f"formats/{name}", 2000) == []


@pytest.mark.parametrize("seed", [2, 3])
def test_flags_are_true_or_false(tmp_path: Path, seed: int) -> None:
    shutil.copy(SUBJECTS / "flags" / "printers.py", tmp_path)
    found = found_in(tmp_path / "printers.py", tmp_path, Settings(seed=seed, executions=100))

    assert [goal.label for goal in found.result.archive.missed] == []


def test_what_code_writes_as_a_number_is_one(tmp_path: Path) -> None:
    assert missed(tmp_path, "formats/gauges.py", 100) == []


@pytest.mark.parametrize("name", ["certificates.py", "options.py"])
def test_dictionaries_have_what_code_looks_up_in_them_through_several_levels(
    tmp_path: Path, name: str
) -> None:
    assert missed(tmp_path, f"structures/{name}", 1500) == []


@pytest.mark.parametrize("name", ["cookies.py", "journals.py"])
def test_texts_have_the_marks_beginnings_and_patterns_that_code_takes_them_apart_by(
    tmp_path: Path, name: str
) -> None:
    assert missed(tmp_path, f"formats/{name}", 2000) == []


@pytest.mark.parametrize("name", ["deployments.py", "playlists.py"])
def test_documents_are_whole_also_where_only_their_owner_knows_the_keys(tmp_path: Path, name: str) -> None:
    assert missed(tmp_path, f"structures/{name}", 1500) == []


def test_entries_and_items_offer_what_code_reads_from_them(tmp_path: Path) -> None:
    assert missed(tmp_path, "structures/protocols.py", 2000) == []


@pytest.mark.parametrize("name", ["mailboxes.py", "parcels.py"])
def test_keys_are_those_that_names_stand_for(tmp_path: Path, name: str) -> None:
    assert missed(tmp_path, f"structures/{name}", 2000) == []


@pytest.mark.parametrize("name", ["desks.py", "windows.py"])
def test_objects_are_asked_by_the_keys_that_they_were_told_or_gave_out(tmp_path: Path, name: str) -> None:
    assert missed(tmp_path, f"sequences/{name}", 1500) == []


@pytest.mark.parametrize("name", ["forms.py", "interviews.py", "meters.py"])
def test_classes_generators_and_applications_are_those_of_the_test(tmp_path: Path, name: str) -> None:
    assert missed(tmp_path, f"produced/{name}", 2500) == []


def test_what_a_library_was_seen_to_make_stands_where_code_asks_for_what_it_offers(tmp_path: Path) -> None:
    shutil.copy(SUBJECTS / "produced" / "letters.py", tmp_path)
    found = found_in(tmp_path / "letters.py", tmp_path, Settings(executions=1600))

    kept = [chromosome.case for chromosome, _ in found.result.archive.suite()]
    with_doubles = [case for case in kept if any(isinstance(s, DoubleStatement) for s in case)]
    assert [goal.label for goal in found.result.archive.missed] == []
    assert len(with_doubles) < len(kept) / 3


@pytest.mark.parametrize("name", ["charts.py", "widgets.py"])
def test_keywords_reach_the_functions_that_they_are_handed_on_to(tmp_path: Path, name: str) -> None:
    assert missed(tmp_path, f"keywords/{name}", 1000) == []


@pytest.mark.parametrize("name", ["consoles.py", "machines.py"])
def test_handlers_are_reached_through_what_selects_them(tmp_path: Path, name: str) -> None:
    goals = missed(tmp_path, f"dispatching/{name}", 4000, "private")

    assert [goal for goal in goals if goal.endswith("is called")] == []


def test_handlers_are_reached_through_the_keys_that_a_table_elsewhere_was_seen_to_ask_for(
    tmp_path: Path,
) -> None:
    shutil.copytree(SUBJECTS / "dispatching" / "checks", tmp_path / "checks")
    settings = Settings(seed=1, executions=4000, without=("private",))
    found = found_in(tmp_path / "checks" / "rules.py", tmp_path, settings)

    assert [goal.label for goal in found.result.archive.missed] == []


@pytest.mark.parametrize("name", ["jobs/copies", "sheets/letters"])
def test_what_only_a_base_elsewhere_calls_is_reached_through_what_it_offers(
    tmp_path: Path, name: str
) -> None:
    package, _, module = name.partition("/")
    shutil.copytree(SUBJECTS / "hooks" / package, tmp_path / package)
    settings = Settings(executions=1000, without=("private",))
    found = found_in(tmp_path / package / f"{module}.py", tmp_path, settings)

    assert [goal.label for goal in found.result.archive.missed] == []


@pytest.mark.parametrize("name", ["machines.py", "sheets.py"])
def test_objects_are_told_before_what_they_look_up_by_themselves(tmp_path: Path, name: str) -> None:
    assert missed(tmp_path, f"sequences/{name}", 1000) == []


@pytest.mark.parametrize("name", ["reports.py", "parts.py", "logs.py", "images.py"])
def test_files_are_open_where_code_asks_for_more_than_streams_in_memory_have(
    tmp_path: Path, name: str
) -> None:
    assert missed(tmp_path, f"streams/{name}", 600) == []


@pytest.mark.parametrize("name", ["depths.py", "watches.py"])
def test_tracebacks_are_made_of_a_frame(tmp_path: Path, name: str) -> None:
    assert missed(tmp_path, f"tracebacks/{name}", 600, "doubles") == []


@pytest.mark.parametrize("name", ["entities.py", "repairs.py"])
def test_errors_of_codecs_say_what_could_not_be_encoded_or_decoded(tmp_path: Path, name: str) -> None:
    assert missed(tmp_path, f"encoding/{name}", 600, "doubles") == []


@pytest.mark.parametrize("name", ["orders.py", "timesheets.py"])
def test_what_a_private_function_was_given_is_read_from_a_file_or_the_console(
    tmp_path: Path, name: str
) -> None:
    shutil.copy(SUBJECTS / "reading" / name, tmp_path)
    found = found_in(tmp_path / name, tmp_path, Settings(executions=1500, seed=3))

    assert [goal.label for goal in found.result.archive.missed] == []
    assert "._" not in text_of(found)


@pytest.mark.parametrize(("name", "executions"), [("shelves/lending", 1500), ("meters/reading", 1500)])
def test_a_mixin_is_whole_in_the_class_of_the_package_that_combines_it(
    tmp_path: Path, name: str, executions: int
) -> None:
    package, _, module = name.partition("/")
    shutil.copytree(SUBJECTS / "mixins" / package, tmp_path / package)
    found = found_in(tmp_path / package / f"{module}.py", tmp_path, Settings(executions=executions))

    assert [goal.label for goal in found.result.archive.missed] == []
    assert "Mixin):" not in (text := text_of(found)) and "Mock" not in text


@pytest.mark.parametrize("name", ["devices.py", "moves.py", "reports.py"])
def test_what_is_handed_on_as_it_came_is_given_as_those_want_it_who_get_it(tmp_path: Path, name: str) -> None:
    assert missed(tmp_path, f"forwarded/{name}", 1500) == []


@pytest.mark.parametrize("name", ["mailing.py", "scales.py"])
def test_objects_are_made_though_the_guard_refuses_what_their_constructors_do(
    tmp_path: Path, name: str
) -> None:
    assert missed(tmp_path, f"refused/{name}", 500) == []
