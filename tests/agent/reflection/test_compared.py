"""What a function compares with another of its parameters is what its callers give that one."""

from __future__ import annotations

from typing import Any

from tests.agent.describing import callables

SOURCE = """
def fold(text):
    return text.partition(" ")[0].lower()

def matches(word, other):
    return fold(word) == fold(other)

def alike(word, *, other):
    return matches(word, other)

class Shell:
    def run(self, word: bytes, rest: tuple[bytes, ...], number, text):
        if matches(word, b"stop"):
            return 0
        if len(rest) > 1 and matches(rest[0], b"count"):
            return 1
        if alike(text, other="go") or number_is(number, 7):
            return 2
        return len(text)

def number_is(number, other):
    return other == number

def as_long(one, other):
    return len(one) == len(other) or matches(one, other)

def longer(text):
    return as_long(text, "any")

def digest(text):
    return sum(map(ord, text))

def known(text):
    return TABLE.get(text, text)

def first(text):
    text = text[1]
    return text.lower()

def signed(word, *, as_digest="", as_known="", as_first="", as_trimmed=""):
    return any(
        (
            digest(word) == digest(as_digest),
            known(word) == as_known,
            first(word) == first(as_first),
            trimmed(word) == as_trimmed,
        )
    )

def trimmed(text):
    text = text.strip()
    return text.lower()

def seal(digested, looked_up, begun, plain):
    signed(digested, as_digest="d")
    signed(looked_up, as_known="k")
    signed(begun, as_first="f")
    signed(plain, as_trimmed="t")

class Pair:
    def __init__(self, one, other):
        self.one, self.other = one, other
    def is_even(self):
        return self.one == self.other
"""


def uses(description: Any, name: str) -> dict[str, list[str]]:
    entry = callables(description)[name]
    return {p["name"]: [use for use in p["uses"] if "==:" in use] for p in entry["parameters"]}


def test_constants_that_another_function_compares_a_parameter_with_are_its_own(described: Any) -> None:
    assert uses(described(SOURCE), "Shell.run") == {
        "word": ["==:b'stop'"],
        "rest": ["[0]==:b'count'"],
        "number": ["==:7"],
        "text": ["==:'go'"],
    }


def test_what_no_caller_gives_is_compared_with_nothing(described: Any) -> None:
    description = described(SOURCE)

    assert uses(description, "matches") == {"word": [], "other": []}
    assert uses(description, "Pair") == {"one": [], "other": []}


def test_what_a_function_turns_into_something_else_is_not_compared_itself(described: Any) -> None:
    assert uses(described(SOURCE), "seal") == {
        "digested": [],
        "looked_up": [],
        "begun": [],
        "plain": ["==:'t'"],
    }


def test_only_what_is_compared_itself_is_wanted(described: Any) -> None:
    assert uses(described(SOURCE), "longer") == {"text": ["==:'any'"]}
    assert uses(described(SOURCE), "as_long") == {"one": [], "other": []}
