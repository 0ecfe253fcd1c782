"""What a framework passes in the place of a marker is what a call by hand passes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.agent.describing import callables, short

pytestmark = pytest.mark.usefixtures("own_modules")

FASTAPI = """
    from fastapi import Depends, Query
    class Store: ...
    class Page:
        def __init__(self, limit: int = 10): ...
    def get_store() -> Iterator[Store]:
        yield Store()
    def get_user() -> str:
        return "a"
    def list_items(store=Depends(get_store), page: Page = Depends(), user=Depends(get_user),
                   limit: int = Query(10), other=Depends(lambda: 1), plain: int = 3): ...
"""
TYPER = """
    import typer
    def run(name: str = typer.Option("a"), count: int = 1): ...
"""


def test_a_dependency_is_an_argument_of_the_type_that_it_gives(described: Any) -> None:
    found = callables(described(FASTAPI))["list_items"]["parameters"]

    assert {one["name"]: short(one["type"]) for one in found} == {
        "store": "subject_under_test:Store",
        "page": "subject_under_test:Page",
        "user": "str",
        "limit": "int",
        "other": "any",
        "plain": "int",
    }
    assert [one["name"] for one in found if one["has_default"]] == ["plain"]


def test_an_option_of_a_command_is_an_argument_where_its_function_is_called(described: Any) -> None:
    found = callables(described(TYPER))["run"]["parameters"]

    assert [one["name"] for one in found if one["has_default"]] == ["count"]
