"""Tests say which libraries they need, and which must be missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

import pytest

from testloom.capabilities.libraries import LibraryPins, LibraryStatement
from testloom.capabilities.machine.statement import FactStatement
from testloom.model.execution import Touch
from testloom.model.statements import DoubleStatement, LiteralStatement, TestCase
from testloom.model.statements.environment import StateStatement
from testloom.model.subject import OptionalImport, Subject
from testloom.oracle.pinning.pins import EnvironmentUse, Pin

SUBJECT = Subject("m", "m.py")
NOTHING = TestCase()


def _pins(subject: Subject, case: TestCase = NOTHING, touched: Sequence[Touch] = ()) -> list[Pin]:
    return list(LibraryPins().pins(EnvironmentUse(case, touched, count(10), subject)))


def test_a_library_that_is_installed_is_required_if_its_names_matter() -> None:
    library = OptionalImport("yaml", True, ("m:yaml", "m:HAS_YAML"))

    [pin] = _pins(replace(SUBJECT, optional=(library,)))

    assert isinstance(pin.statements[0], LibraryStatement)
    assert pin.statements[0].name == "yaml"
    assert [drive[-1].path for drive in pin.drives if isinstance(drive[-1], StateStatement)] == [
        "m:yaml",
        "m:HAS_YAML",
    ]
    assert not pin.sure


def test_a_library_that_is_missing_stays_missing_where_it_is_installed() -> None:
    [pin] = _pins(replace(SUBJECT, optional=(OptionalImport("yaml", False),)))

    nothing, state = pin.statements
    assert isinstance(nothing, LiteralStatement)
    assert nothing.value is None
    assert isinstance(state, StateStatement)
    assert state.path == "sys.modules:yaml"
    assert isinstance(pin.drives[0][0], DoubleStatement)


def test_a_variable_that_says_that_a_library_is_missing_keeps_its_value() -> None:
    library = OptionalImport("yaml", False, ("m:yaml", "m:HAS_YAML"))

    [pin] = _pins(replace(SUBJECT, optional=(library,), state={"m:HAS_YAML": False}))

    assert [s.value for s in pin.statements if isinstance(s, LiteralStatement)] == [False]


def test_a_name_that_several_missing_libraries_share_keeps_its_value_once() -> None:
    both = tuple(OptionalImport(name, False, ("m:Thread",)) for name in ("gevent", "gevent.event"))

    assert len(_pins(replace(SUBJECT, optional=both, state={"m:Thread": None}))) == 1


@pytest.mark.parametrize("library", [OptionalImport("yaml", True), OptionalImport("yaml", False)])
def test_a_library_that_the_test_provides_needs_no_word(library: OptionalImport) -> None:
    literal = LiteralStatement(1, 3)
    given = TestCase((literal, StateStatement(2, "sys.modules:yaml", literal.id)))

    assert _pins(replace(SUBJECT, optional=(library,)), given) == []


def test_a_version_that_the_code_looks_up_stays_as_it_is_if_it_matters() -> None:
    subject = replace(SUBJECT, versions={"m:yaml_version": "6.0.1"})
    literal = LiteralStatement(1, "5.0")
    given = TestCase((literal, StateStatement(2, "m:yaml_version", literal.id)))
    [pin] = _pins(subject)

    value, state = pin.statements
    assert isinstance(value, LiteralStatement) and isinstance(state, StateStatement)
    assert (state.path, value.value) == ("m:yaml_version", "6.0.1")
    assert len(pin.drives) == 2
    assert not pin.sure
    assert _pins(subject, given) == []


def test_a_library_that_the_code_looks_for_and_finds_is_required_if_that_matters() -> None:
    [pin] = _pins(SUBJECT, touched=[("library", "yaml", "m:find_spec")])

    [required], [[missing]] = pin.statements, pin.drives
    assert isinstance(required, LibraryStatement)
    assert isinstance(missing, FactStatement)
    assert (required.name, missing.path, missing.answers) == ("yaml", "m:find_spec", (None,))
