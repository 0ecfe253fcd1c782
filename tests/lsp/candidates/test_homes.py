"""Where accepted tests go."""

from __future__ import annotations

from pathlib import Path

from testloom.lsp.candidates.homes import Homes


def test_the_chosen_home_of_tests_goes_with_its_folder() -> None:
    homes, file = Homes(), Path("/app/tests/test_a.py")
    homes.choose(file, "new")
    homes.move(Path("/app"), Path("/shop"))

    assert homes.of(file) == Path("/shop/tests/test_a_more.py")
