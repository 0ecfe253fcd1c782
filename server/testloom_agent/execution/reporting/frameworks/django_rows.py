"""Rows that queries of Django return, by which tests recognise the objects that they have stored."""

from __future__ import annotations

import sys
from typing import Any

from testloom_agent.kinds import is_a
from testloom_agent.reflection.databases.django import is_model

QUERIES = "django.db.models.query"
MOST = 20
"""The number of rows that are reported for one query."""


def found_by(value: Any) -> dict[str, list[Any]]:
    """Find the rows of a Django query, as its iteration; empty for other values or if the query fails."""
    if QUERIES not in sys.modules or not is_a(value, vars(sys.modules[QUERIES])["QuerySet"]):
        return {}
    errors: Any = (vars(sys.modules["django.db"])["Error"], ValueError, TypeError)
    try:
        rows = list(value.all()[: MOST + 1])
    except errors:
        return {}
    return {"__iter__()": rows} if len(rows) <= MOST else {}


def is_same_row(one: Any, other: Any) -> bool:
    """Check whether two objects stand for the same row of a table."""
    return is_model(type(one)) and type(other) is type(one) and one.pk is not None and one.pk == other.pk
