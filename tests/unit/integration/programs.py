"""Small functions of every kind of statement, and what their runs call."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

MOST_STEPS = 60


class Stop(BaseException):
    """The run has become too long."""


class Expected(Exception):
    """What the programs handle."""


@dataclass
class Run:
    """What a run of a program called, in order; `decided` are the places and outcomes of its conditions."""

    answers: Iterator[bool]
    calls: list[int] = field(default_factory=list)
    decided: list[tuple[int, int, bool]] = field(default_factory=list)
    raised: bool = False
    is_over: bool = True

    def step(self, number: int, *others: int) -> int:
        self.calls.append(number)
        if len(self.calls) > MOST_STEPS:
            raise Stop
        return number

    def condition(self, number: int) -> bool:
        self.step(number)
        outcome = next(self.answers, False)
        self.decided.append((len(self.calls), number, outcome))
        return outcome

    def items(self, number: int) -> list[int]:
        self.step(number)
        return [0, 1][: next(self.answers, False) + next(self.answers, False)]

    def failing(self, number: int) -> None:
        self.step(number)
        if next(self.answers, False):
            self.raised = True
            raise Expected if next(self.answers, False) else KeyError


class Context:
    """A context manager that suppresses what it is told to."""

    def __init__(self, suppresses: bool) -> None:
        self._suppresses = suppresses

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, *_: object) -> bool:
        return self._suppresses and kind is not None and issubclass(kind, Exception)


def run(source: str, answers: list[bool]) -> Run:
    """Call the program; its conditions come out as the answers say, then false."""
    seen = Run(iter(answers))
    namespace: dict[str, Any] = {
        "t": seen.step,
        "c": seen.condition,
        "n": seen.items,
        "r": seen.failing,
        "w": lambda number: Context(seen.condition(number)),
        "Expected": Expected,
    }
    exec(compile(source, "<program>", "exec"), namespace)
    try:
        namespace["f"]()
    except Stop:
        seen.is_over = False
    except (Expected, KeyError, AssertionError):
        pass
    return seen


def function(source: str) -> ast.FunctionDef:
    """The one function of a module."""
    [found] = ast.parse(source).body
    assert isinstance(found, ast.FunctionDef)
    return found


CONDITIONS = st.sampled_from(
    [
        "c(#)",
        "not c(#)",
        "c(#) and c(#)",
        "c(#) or not c(#)",
        "not (c(#) and (c(#) or c(#)))",
        "(c(#) if c(#) else c(#))",
    ]
)
VALUES = st.sampled_from(
    [
        "t(#)",
        "t(#, t(#), t(#))",
        "t(#) if c(#) else t(#)",
        "c(#) and t(#)",
        "[t(#) for _ in n(#)]",
        "{t(#): t(#) for _ in n(#) if c(#)}",
        "[t(#) for _ in n(#) for _ in n(#) if not c(#) if c(#)]",
        "any(c(#) for _ in n(#))",
        "0 < t(#) < t(#) < t(#)",
        "r(#)",
    ]
)
SIMPLE = ("value", "value", "return", "raise", "assert", "break", "continue")
COMPOUND = ("if", "if", "while", "endless", "for", "try", "try", "finally", "with", "match")


@st.composite
def programs(draw: st.DrawFn) -> str:
    """The source of a function `f` whose calls are numbered."""
    return "\n".join(["def f():", *Author(draw).suite(depth=3, loop=False)])


class Author:
    """Draws statements; `loop` says whether they stand in one, `depth` how deep those within may be."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw
        self._numbers = itertools.count(1)

    def suite(self, depth: int, loop: bool) -> list[str]:
        number = self._draw(st.integers(1, 3))
        return _indented([line for _ in range(number) for line in self._statement(depth, loop)])

    def _statement(self, depth: int, loop: bool) -> list[str]:
        kind = self._draw(st.sampled_from(SIMPLE + (COMPOUND if depth else ())))
        if kind in ("break", "continue"):
            return [kind] if loop else ["pass"]
        write: Callable[[int, bool], list[str]] = getattr(self, f"_{kind}")
        return write(depth - 1, loop)

    def _text(self, strategy: st.SearchStrategy[str]) -> str:
        """A text with the next numbers in it."""
        *pieces, last = self._draw(strategy).split("#")
        return "".join(f"{piece}{next(self._numbers)}" for piece in pieces) + last

    def _maybe(self, head: str, depth: int, loop: bool) -> list[str]:
        return [head, *self.suite(depth, loop)] if self._draw(st.booleans()) else []

    def _value(self, depth: int, loop: bool) -> list[str]:
        return [f"x = {self._text(VALUES)}"]

    def _return(self, depth: int, loop: bool) -> list[str]:
        return [f"return {self._text(VALUES)}"]

    def _raise(self, depth: int, loop: bool) -> list[str]:
        return [self._text(st.sampled_from(["raise Expected(t(#))", "raise KeyError(t(#))"]))]

    def _assert(self, depth: int, loop: bool) -> list[str]:
        return [f"assert {self._text(CONDITIONS)}, {self._text(VALUES)}"]

    def _if(self, depth: int, loop: bool) -> list[str]:
        head = f"if {self._text(CONDITIONS)}:"
        return [head, *self.suite(depth, loop), *self._maybe("else:", depth, loop)]

    def _while(self, depth: int, loop: bool) -> list[str]:
        head = f"while {self._text(CONDITIONS)}:"
        return [head, *self.suite(depth, True), *self._maybe("else:", depth, loop)]

    def _endless(self, depth: int, loop: bool) -> list[str]:
        return ["while True:", f"    t({next(self._numbers)})", *self.suite(depth, True)]

    def _for(self, depth: int, loop: bool) -> list[str]:
        head = f"for _ in n({next(self._numbers)}):"
        return [head, *self.suite(depth, True), *self._maybe("else:", depth, loop)]

    def _try(self, depth: int, loop: bool) -> list[str]:
        caught = self._draw(st.sampled_from(["except Expected:", "except:", "except (KeyError, Expected):"]))
        body = ["try:", *self.suite(depth, loop), caught, *self.suite(depth, loop)]
        return [*body, *self._maybe("else:", depth, loop), *self._maybe("finally:", depth, loop)]

    def _finally(self, depth: int, loop: bool) -> list[str]:
        return ["try:", *self.suite(depth, loop), "finally:", *self.suite(depth, loop)]

    def _with(self, depth: int, loop: bool) -> list[str]:
        return [f"{self._text(st.just('with w(#), w(#)'))}:", *self.suite(depth, loop)]

    def _match(self, depth: int, loop: bool) -> list[str]:
        cases = ["case True:", f"case False if {self._text(CONDITIONS)}:", "case _:"]
        body = [line for case in cases for line in (case, *self.suite(depth, loop))]
        return [f"match {self._text(CONDITIONS)}:", *_indented(body)]


def _indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]
