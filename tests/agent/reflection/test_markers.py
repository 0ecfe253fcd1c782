"""Decorators that mark functions are found by what they do to what they are given."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from testloom_agent.loading import load
from tests.agent.describing import callables, classes

pytestmark = pytest.mark.usefixtures("own_modules")


def takes(description: Any) -> dict[str, str]:
    """What each decorator takes the function by."""
    return {entry["path"].partition(":")[2]: entry["takes"] for entry in description["markers"]}


def test_a_function_that_sets_an_attribute_of_what_it_is_given_and_returns_it_is_a_marker(
    described: Any,
) -> None:
    description = described(
        """
        def command(function):
            function.is_command = True
            return function

        def named(function, name=""):
            setattr(function, "name", name)
            return function

        def reset(order):
            order.total = 0
            return order

        def documented(function):
            function.__doc__ = "Documented."
            return function

        def twice(function):
            def inner(*args):
                return function(*args), function(*args)
            return inner
        """
    )

    assert takes(description) == {"command": "function", "named": "function"}


def test_a_call_of_a_marker_may_return_the_decorator(described: Any) -> None:
    description = described(
        """
        def event(name):
            def mark(function):
                function.event = name
                return function
            return mark

        def hook(function=None, first=False):
            def mark(function):
                function.hook = first
                return function
            if function is not None:
                return mark(function)
            return mark
        """
    )

    assert takes(description) == {"event": "", "hook": "function"}


def test_what_a_marker_calls_may_do_the_marking(described: Any) -> None:
    description = described(
        """
        def after(fn=None, many=False):
            return _marked(fn, "after", many)

        def _marked(fn, tag, many):
            if fn is None:
                return partial(_marked, tag=tag, many=many)
            function = typing.cast(Any, fn)
            function.tag = tag
            return fn

        def send(message):
            return _sent(message)

        def _sent(message):
            message.is_sent = True
            return 1
        """
    )

    assert takes(description) == {"after": "fn"}


def test_an_object_that_is_called_may_be_the_decorator(described: Any) -> None:
    description = described(
        """
        class Marker:
            def __init__(self, project):
                self.project = project

            def __call__(self, function=None, first=False):
                def mark(given: Callable[..., Any]):
                    setattr(given, self.project + "_first", first)
                    return given
                return mark if function is None else mark(function)

        class Counter:
            def __call__(self, function):
                self.count = 1
                return function
        """
    )

    assert takes(description) == {"Marker.__call__": "function"}


def test_a_package_offers_markers_to_its_modules(tmp_path: Path) -> None:
    package = tmp_path / "shop"
    package.mkdir()
    (package / "__init__.py").write_text("from shop._marks import command\nfrom functools import wraps\n")
    marks = "def command(function):\n    function.is_command = True\n    return function\n"
    (package / "_marks.py").write_text(marks)
    (package / "runner.py").write_text("def run(plugin: object) -> None:\n    plugin.run()\n")

    description = load(str(package / "runner.py"), str(tmp_path), 10).description

    assert description["markers"] == [{"path": "shop:command", "takes": "function"}]
    assert [entry["in_subject"] for entry in description["callables"]] == [True, False]


def test_markers_are_described(described: Any) -> None:
    description = described(
        """
        class Marker:
            def __init__(self, project: str) -> None:
                self.project = project

            def __call__(self, function, first: bool = False):
                setattr(function, self.project, first)
                return function
        """
    )

    assert [p["name"] for p in callables(description)["Marker.__call__"]["parameters"]] == [
        "function",
        "first",
    ]
    assert "Marker" in classes(description)
