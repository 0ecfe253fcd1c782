"""The private functions and methods that callables call, and what these get of their parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.agent.describing import callables

Described = Callable[..., Any]


def test_functions_tell_which_private_ones_they_call_and_what_they_pass_on(described: Described) -> None:
    description = described(
        """
        def _parsed(text, sep=",", *, strict=False):
            return text.split(sep)

        def __private(text):
            return text

        def parse(source, strict, *options):
            text = source
            _parsed(text.strip(), ";")
            _other(options)
            return __private(*options), _parsed(text, strict=strict), print(source)

        def parse_all(sources, strict=False):
            for source in sources:
                _parsed(source)
            return [_parsed(one, ":", strict=strict) for one in sources]
        """
    )

    found = callables(description)

    assert found["parse"]["private_calls"] == [
        ["_parsed", []],
        ["_other", [[0, "options"]]],
        ["__private", []],
        ["_parsed", [[0, "source"], ["strict", "strict"]]],
    ]
    assert found["parse_all"]["private_calls"] == [
        ["_parsed", [[0, "*sources"]]],
        ["_parsed", [[0, "*sources"], ["strict", "strict"]]],
    ]
    assert found["_parsed"]["private_calls"] == []


def test_methods_tell_which_private_ones_of_their_object_they_call(described: Described) -> None:
    description = described(
        """
        class Cart:
            def __init__(self, items):
                self._fill(items)

            def _fill(self, items):
                self.items = [_checked(item) for item in items]

            @property
            def total(self):
                return self.__summed()

            def __summed(self):
                return sum(self.items)

            def merge(self, other):
                other._fill(self.items)
                self.__len__()

        def _checked(item):
            return item
        """
    )

    found = callables(description)

    assert found["Cart"]["private_calls"] == [["._fill", [[0, "items"]]]]
    assert found["Cart._fill"]["private_calls"] == [["_checked", [[0, "*items"]]]]
    assert found["Cart.total"]["private_calls"] == [[".__summed", []]]
    assert found["Cart.merge"]["private_calls"] == []


def test_what_is_handed_over_to_be_called_counts_as_called(described: Described) -> None:
    description = described(
        """
        class Commands:
            def pop(self, source, timeout):
                self.wait(timeout, functools.partial(self._pop, source, by=timeout))
                return sorted(source, key=self._key) and (lambda: self._read(source))

            def _pop(self, source, by):
                self._popped = source
        """
    )

    found = callables(description)

    assert sorted(found["Commands.pop"]["private_calls"]) == [
        ["._key", []],
        ["._pop", [[0, "source"], ["by", "timeout"]]],
        ["._read", [[0, "source"]]],
    ]
    assert found["Commands._pop"]["private_calls"] == []
