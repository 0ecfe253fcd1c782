"""Tests say which libraries they need, and which must be missing."""

from __future__ import annotations

from itertools import count

import pytest

from testloom.model.statements import DoubleStatement, LiteralStatement
from testloom.model.statements.environment import FactStatement, LibraryStatement, StateStatement
from testloom.model.subject import OptionalImport
from testloom.oracle.libraries import found_pins, library_pins


def test_a_library_that_is_installed_is_required_if_its_names_matter() -> None:
    library = OptionalImport("yaml", True, ("m:yaml", "m:HAS_YAML"))

    [pin] = library_pins([library], {}, [], count(1))

    assert isinstance(pin.statements[0], LibraryStatement)
    assert pin.statements[0].name == "yaml"
    assert [drive[-1].path for drive in pin.drives if isinstance(drive[-1], StateStatement)] == [
        "m:yaml",
        "m:HAS_YAML",
    ]
    assert not pin.sure


def test_a_library_that_is_missing_stays_missing_where_it_is_installed() -> None:
    [pin] = library_pins([OptionalImport("yaml", False)], {}, [], count(1))

    nothing, state = pin.statements
    assert isinstance(nothing, LiteralStatement)
    assert nothing.value is None
    assert isinstance(state, StateStatement)
    assert state.path == "sys.modules:yaml"
    assert isinstance(pin.drives[0][0], DoubleStatement)


def test_a_variable_that_says_that_a_library_is_missing_keeps_its_value() -> None:
    library = OptionalImport("yaml", False, ("m:yaml", "m:HAS_YAML"))

    [pin] = library_pins([library], {"m:HAS_YAML": False}, [], count(1))

    assert [s.value for s in pin.statements if isinstance(s, LiteralStatement)] == [False]


@pytest.mark.parametrize("library", [OptionalImport("yaml", True), OptionalImport("yaml", False)])
def test_a_library_that_the_test_provides_needs_no_word(library: OptionalImport) -> None:
    assert list(library_pins([library], {}, ["sys.modules:yaml"], count(1))) == []


def test_a_library_that_the_code_looks_for_and_finds_is_required_if_that_matters() -> None:
    [pin] = found_pins([("library", "yaml", "m:find_spec")], count(1))

    [required], [[missing]] = pin.statements, pin.drives
    assert isinstance(required, LibraryStatement)
    assert isinstance(missing, FactStatement)
    assert (required.name, missing.path, missing.answers) == ("yaml", "m:find_spec", (None,))
