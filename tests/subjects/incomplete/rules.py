"""Rules that private functions make while the module is loaded."""

from __future__ import annotations


def _keys_of(names, nested):
    def keys(contents):
        if isinstance(contents, bool):
            return
        for name in names:
            if name in contents:
                yield contents[name]
        if nested:
            for inner in contents["items"]:
                yield inner

    return keys


def _first_of(names):
    def first(contents):
        for name in names:
            if name in contents:
                return contents[name]
        if "default" in contents:
            return contents["default"]
        return None

    return first


def _range_of(low, high):
    def within(contents):
        if contents["low"] < low:
            return "below"
        if contents["high"] > high:
            return "above"
        if contents["low"] == contents["high"]:
            return "exact"
        return "within"

    return within


def _either_of(kind):
    def either(contents):
        if kind == "all":
            return all(contents)
        if kind == "any":
            return any(contents)
        if kind == "none":
            return not any(contents)
        raise ValueError(f"no kind is called {kind}")

    return either


class Rule:
    """A name, and what finds something under it."""

    def __init__(self, name: str, find):
        self._find = find
        self.name = name

    def describe(self) -> str:
        """The rule for a reader."""
        return f"rule {self.name}"


DEEP = Rule("deep", _keys_of(["title"], nested=True))
FIRST = Rule("first", _first_of(["title", "name"]))
SMALL = Rule("small", _range_of(0, 10))
BOTH = Rule("both", _either_of("all"))
