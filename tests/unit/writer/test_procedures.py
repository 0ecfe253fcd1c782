"""That nothing was returned is worth a word only of what may return something."""

from __future__ import annotations

from dataclasses import replace

import pytest

from testloom.model.types import ANY, NONE, TypeRef
from testloom.writer import render

from .building import STYLE, SUBJECT, Case, built, path


@pytest.mark.parametrize(
    ("returns", "name"),
    [(NONE, "test_audit_when_strict"), (ANY, "test_audit_returns_none")],
)
def test_the_name_of_a_test_that_asserts_none(returns: TypeRef, name: str) -> None:
    audit = replace(SUBJECT.callables[path("audit")], returns=returns)
    subject = replace(SUBJECT, callables={**SUBJECT.callables, audit.id: audit})
    case = Case("audit", "strict is true")
    case.call("audit", "a")

    assert f"def {name}():" in render(built(case.equals(None)), subject, None, STYLE).text
