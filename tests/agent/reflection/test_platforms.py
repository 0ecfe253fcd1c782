"""Conditions that the platform settles."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from testloom_agent.reflection.modules.platforms import can_be_set, fixed_outcome


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("sys.version_info >= (3, 0)", True),
        ("sys.version_info[0] == 2", False),
        ("sys.version_info[:2] < (3, 6) and sys.platform == 'cli'", False),
        ("sys.platform.startswith('no such system')", False),
        ("not PY2", True),
        ("compat.PY2", False),
        ("IS_WINDOWS", False),
    ],
)
def test_conditions_about_the_platform_are_settled(text: str, outcome: bool) -> None:
    namespace = {"PY2": False, "IS_WINDOWS": False, "compat": SimpleNamespace(PY2=False), "sys": sys}

    assert fixed_outcome(text, namespace) is outcome


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sys.platform == 'win32'", True),
        ("platform.system() == 'Windows'", True),
        ("not sys.platform.startswith('linux')", True),
        ("sys.platform == 'cli' and sys.version_info < (3, 6)", False),
        ("os.name == 'nt'", False),
        ("IS_WINDOWS", False),
    ],
)
def test_some_of_them_a_test_can_decide(text: str, expected: bool) -> None:
    assert can_be_set(text) is expected


@pytest.mark.parametrize(
    "text",
    [
        "amount > limit",
        "sys.argv",
        "len(sys.version_info) > size",
        "sys.exit(1)",
        "os.path.exists(name)",
        "PY2",
        "verbose",
        "not a condition",
        "value if PY3 else other",
    ],
)
def test_other_conditions_are_not(text: str) -> None:
    assert fixed_outcome(text, {"PY2": "no bool", "verbose": True}) is None
