"""What is known of functions that a function returns."""

from __future__ import annotations

from typing import Any

import pytest

from tests.agent.describing import callables, short

pytestmark = pytest.mark.usefixtures("own_modules")


def returned(described: Any, source: str) -> str:
    """What the function `f` of a module returns."""
    return short(callables(described(source))["f"]["returns"])


def test_a_decorator_takes_a_function_since_it_calls_it(described: Any) -> None:
    source = """
        def f(times):
            def decorate(job):
                @functools.wraps(job)
                def wrapper(*args, **kwargs):
                    return job(*args, **kwargs)
                return wrapper
            return decorate
        """

    assert returned(described, source) == "callable[callable[any], tuple[callable]]"


def test_a_coroutine_function_yields_what_has_to_be_awaited(described: Any) -> None:
    source = """
        def f(function):
            async def run(job):
                return await job()
            return functools.update_wrapper(run, function)
        """

    kind = "callable[awaitable[any], tuple[callable[awaitable[any]]]]"
    assert returned(described, source) == kind


def test_an_annotation_is_completed_by_the_function_that_is_returned(described: Any) -> None:
    source = """
        def f(handler=None) -> Callable[..., int]:
            if handler is None:
                return lambda function: function
            return handler
        """

    assert returned(described, source) == "callable[int, tuple[callable]]"


@pytest.mark.parametrize(
    "source",
    [
        "def f(n):\n    def inner(): ...\n    return inner if n else n",
        "def f(n):\n    def inner(): ...\n    if n:\n        return inner\n    return n",
        "def f(n):\n    @property\n    def inner(self): ...\n    return inner",
        "def f(n):\n    def inner(): ...\n    yield inner",
    ],
)
def test_what_may_be_no_function_is_not_said_to_be_one(described: Any, source: str) -> None:
    assert returned(described, source) == "any"
