"""Variables that code asks for or sets are noted; those that libraries handle for themselves are not."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from testloom_agent.environment.machine.variables import watch_variables

SOURCE = """
import os

def handle():
    before = os.environ.get("A")
    os.environ["A"] = "1"
    del os.environ["A"]
"""


@pytest.fixture
def touches() -> Iterator[list[tuple[str, ...]]]:
    """What is noted from now on."""
    kind, found = type(os.environ), list[tuple[str, ...]]()
    watch_variables(found.append)
    yield found
    os.environ.__class__ = kind


@pytest.mark.parametrize(
    ("module", "noted"),
    [
        ("shop.settings", [("variable", "A"), ("written", "A"), ("written", "A")]),
        ("typer._adapters", []),
        ("_pytest.monkeypatch", [("variable", "A")]),
        ("werkzeug.serving", [("written", "A"), ("written", "A")]),
    ],
)
def test_what_a_library_asks_for_is_its_own_affair_and_what_it_sets_if_it_puts_that_back(
    touches: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch, module: str, noted: list[tuple[str, ...]]
) -> None:
    monkeypatch.delenv("A", raising=False)
    touches.clear()
    namespace = {"__name__": module}
    exec(SOURCE, namespace)

    namespace["handle"]()  # type: ignore[operator]

    assert touches == noted


@pytest.mark.parametrize(
    ("module", "is_noted"), [("polars.frames", False), ("other", True), ("shop.cart", True)]
)
def test_what_a_library_calls_after_itself_is_its_own_affair(module: str, is_noted: bool) -> None:
    kind, found = type(os.environ), list[tuple[str, ...]]()
    watch_variables(found.append, own=["shop"])
    try:
        for variable in ("POLARS_VERBOSE", "SHOP_DEBUG"):
            exec("import os; os.environ.get(variable)", {"__name__": module, "variable": variable})
    finally:
        os.environ.__class__ = kind

    assert ("variable", "SHOP_DEBUG") in found
    assert (("variable", "POLARS_VERBOSE") in found) == is_noted
