"""A kind of statement is defined by its fields: the rest follows from their roles."""

from __future__ import annotations

import json
from typing import Annotated, ClassVar

import pytest

from testloom.capabilities import KINDS
from testloom.model.checks import flag, name
from testloom.model.statements.parts import Statement, shape_of
from testloom.model.statements.roles import (
    NamedReferences,
    OptionalReference,
    Reference,
    References,
    plain,
    word,
)


class FrameStatement(Statement, frozen=True):
    tag: ClassVar[str] = "frame"
    index: OptionalReference
    rows: References
    columns: NamedReferences
    title: Annotated[str, word(name)]
    source: Reference = 0
    is_sorted: Annotated[bool, plain(flag, is_left_out=True)] = False


FRAME = FrameStatement(9, None, (1, 2), (("region", 3),), "sales", 4)


def test_what_a_statement_refers_to_follows_from_its_fields() -> None:
    assert FRAME.references == (1, 2, 3, 4)
    assert FRAME.replace(index=7).references == (7, 1, 2, 3, 4)


def test_references_and_its_own_id_are_replaced_together() -> None:
    moved = FRAME.substituted({9: 90, 1: 10, 3: 30})

    assert moved == FrameStatement(90, None, (10, 2), (("region", 30),), "sales", 4)


def test_the_text_on_the_wire_has_all_fields_but_defaults_at_the_end() -> None:
    assert json.loads(FRAME.wire) == ["frame", 9, None, [1, 2], {"region": 3}, "sales", 4]
    assert json.loads(FRAME.replace(is_sorted=True).wire)[-1] is True


@pytest.mark.parametrize("frame", [FRAME, FRAME.replace(index=5, is_sorted=True)])
def test_a_statement_comes_back_from_the_wire(frame: FrameStatement) -> None:
    assert FrameStatement.decoded(json.loads(frame.wire)[1:]) == frame


def test_a_field_that_is_wrong_is_named() -> None:
    with pytest.raises(ValueError, match="title"):
        FrameStatement.decoded([9, None, [], {}, "no name", 4])


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_every_field_of_every_kind_has_a_role(kind: type[Statement]) -> None:
    assert len(shape_of(kind).texts) == len(kind.__struct_fields__)
