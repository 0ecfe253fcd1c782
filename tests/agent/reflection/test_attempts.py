"""Code that is ready for objects that cannot be shown is known."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.usefixtures("own_modules")


@pytest.mark.parametrize(
    ("body", "attempts"),
    [
        ("return repr(value)", ["__repr__"]),
        ("return str(value.name), f'{value!r}'", ["__str__", "__repr__"]),
        ("return f'{value:>3}' + format(value)", ["__format__"]),
        ("return repr('a') + str(value())", []),
    ],
)
def test_special_methods_that_are_tried_are_told(described: Any, body: str, attempts: list[str]) -> None:
    source = f"def f(value):\n    try:\n        {body}\n    except Exception:\n        return ''\n"

    assert described(source)["attempts"] == attempts


def test_what_nobody_handles_is_not_tried(described: Any) -> None:
    source = (
        "def f(value):\n    try:\n        pass\n    except Exception:\n        pass\n    return repr(value)\n"
    )

    assert described(source)["attempts"] == []
