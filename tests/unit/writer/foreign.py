"""Test cases, observations and recordings as somebody might send them who wants to write code into tests.

All is drawn from a source of randomness; every text that is not one of the few known names contains `MARK`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

MARK = "evil"
PROBABLY = 0.99
READABLY = 0.95
DEEPEST = 3
CODE = (
    "evil()",
    "x=evil()",
    "1) + evil(",
    "x, evil()",
    "x; evil()",
    "x\nevil()\n",
    'x")\nevil()\n("',
    "x'); evil(); ('",
    "evil #",
    "\\evil",
    "{evil()}",
    "[evil()]",
    "evil: int",
    "**evil()",
    "evil.__class__()",
    "\0evil\0",
    "\x0cevil()",
    "evil\u2028evil()",
    "\ud800evil()",
    "evil-type",
    "import evil",
    "lambda: evil()",
    "a.b evil",
    "<evil>",
    "evil[0]()",
    '"""evil()',
    "evil" + "\\" * 3,
    "evil()" * 40,
)
NAMES = ("amount", "kind", "owner", "get", "json", "items", "close", "value", "_hidden", "__len__")
UNREADABLE = ("class", "None", "\N{LATIN SMALL LIGATURE FI}", "__debug__", "content-evil", "")
CALLABLES = (
    "shop.account:echo",
    "shop.account:is_even",
    "shop.account:Account",
    "shop.account:Account.withdraw",
    "shop.account:Account.__len__",
    "shop.account:Account.__add__",
    "shop.account:Account.__setattr__",
    "shop.account:Account.is_empty",
    "shop.account:_hidden",
    "shop.account:countdown",
    "shop.account:fetch",
    "datetime:date",
    "builtins:slice",
    "builtins:list.append",
    "builtins:ValueError",
)
CLOCKS = ("time", "monotonic_ns", "sleep", "ctime", "gmtime", "strftime", "datetime.now", "date.today")
FACTS = ("os.cpu_count", "uuid.uuid4", "secrets.choice", "platform.node", "random.Random", "generator")
PATHS = ("shop.account:Account", "shop.account:Kind.SMALL", "shop.account:LIMIT", "os:getcwd", "builtins:int")
MODULES = frozenset(
    {
        "asyncio",
        "builtins",
        "bz2",
        "collections.abc",
        "dataclasses",
        "datetime",
        "errno",
        "gzip",
        "io",
        "itertools",
    }
    | {
        "logging",
        "lzma",
        "math",
        "os",
        "pathlib",
        "pytest",
        "random",
        "shop",
        "shop.account",
        "sys",
        "time",
        "typing",
        "uuid",
    }
    | {"unittest.mock", "zipfile"}
)
"""What tests of these may import."""


class Foreign:
    """Draws what is sent; with the same numbers it draws the same."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._ids: list[int] = []

    # Parts

    def code(self) -> str:
        return self._rng.choice(CODE)

    def one_of(self, *choices: Any) -> Any:
        """One of a few values, or now and then what nobody expects there."""
        return self._rng.choice(choices) if self._rng.random() < PROBABLY else self.odd()

    def odd(self) -> Any:
        """A value that is at home nowhere."""
        values: tuple[Any, ...] = (
            None,
            True,
            -1,
            10**400,
            1e300,
            float("nan"),
            float("inf"),
            [],
            {},
            "",
            "_",
        )
        values += (self.code(), [self.code()], {self.code(): self.code()}, [[[[]]]], {"bytes": "\u20ac evil"})
        return self._rng.choice(values)

    def text(self) -> Any:
        return self.one_of(self.code(), self.code(), "")

    def name(self) -> Any:
        return (
            self.one_of(*NAMES) if self._rng.random() < READABLY else self._rng.choice((*CODE, *UNREADABLE))
        )

    def ref(self) -> Any:
        return self.one_of(*self._ids) if self._ids else self.odd()

    def refs(self, most: int = 3) -> Any:
        return [self.ref() for _ in range(self._rng.randint(0, most))]

    def named(self) -> Any:
        return {str(self._key()): self.ref() for _ in range(self._rng.randint(0, 2))}

    def path(self) -> Any:
        return self.one_of(*PATHS)

    def callable(self) -> Any:
        return self.one_of(*CALLABLES)

    def scalar(self) -> Any:
        return self.one_of(1, 0.1, None, True, self.code(), {"bytes": "\xffevil()"}, {"complex": [1, 0.1]})

    def step(self) -> Any:
        kind = self.one_of("yield", "return", "raise", "call")
        return [kind, *([None, self.name(), self.refs()] if kind == "call" else [self.ref(), "", []])]

    def place(self) -> Any:
        outside = ("a/../../evil", "/evil", "~/../evil") if self._rng.random() > READABLY else ()
        return self.one_of("a.txt", "a/b.txt", "~/c", "@/d", "evil.txt", "evil();", *outside)

    def _key(self) -> Any:
        return self._rng.choice((*NAMES, *NAMES, self.code()))

    def _several(self, draw: Callable[[], Any], most: int = 3) -> list[Any]:
        return [draw() for _ in range(self._rng.randint(0, most))]

    # Test cases

    def steps(self, kinds: Sequence[str] = (), most: int = 8) -> list[Any]:
        """The statements of a test case, of these kinds or of all."""
        self._ids = []
        steps: list[Any] = []
        drawn = kinds or tuple(self._kinds)
        for number in range(1, self._rng.randint(2, most)):
            kind = "literal" if number == 1 else self._rng.choice(drawn)
            steps.append([kind, self.one_of(*[number] * 9), *self._kinds[kind]()])
            if kind not in WITHOUT_VALUE:
                self._ids.append(number)
        return steps

    def whole(self) -> list[Any]:
        """A test case that ends with a call."""
        steps = self.steps()
        call = ["call", len(steps) + 1, self.callable(), None, self.refs(2), self.named()]
        return [*steps, call] if self._rng.random() < PROBABLY else [*steps, self.odd()]

    @property
    def _kinds(self) -> dict[str, Callable[[], list[Any]]]:
        return {
            "literal": lambda: [self.scalar()],
            "collection": lambda: [self.one_of("list", "tuple", "set", "dict", "frozenset"), self.refs(4)],
            "reference": lambda: [self.path()],
            "call": lambda: [self.callable(), self.one_of(None, self.ref()), self.refs(), self.named()],
            "attribute": lambda: [self.ref(), self.name()],
            "assign": lambda: [self.ref(), self.name(), self.ref()],
            "invoke": lambda: [self.ref(), self.refs(), self.named()],
            "enter": lambda: [self.ref(), *self._several(self.ref, 1)],
            "double": lambda: [
                self.one_of("", "shop.account:Account"),
                self._several(self.name),
                self._several(self.answer),
                self._several(lambda: [self.asked(), self.refs(), self.named()]),
            ],
            "stub": lambda: [[self.ref(), *self.refs()], self.refs(1), self.one_of(True, False)],
            "function": lambda: [
                self._several(self.name),
                self._several(self.step),
                self.one_of(True, False),
                self.one_of(True, False),
            ],
            "class": lambda: [
                self.one_of("Item", "CustomAccount", self.code()),
                self._several(self.path, 1),
                self._several(lambda: self.one_of("dataclasses:dataclass"), 1),
                self.one_of("", "", "shop.account:Account"),
                self.named(),
                self._several(self.member),
            ],
            "make": lambda: [self.callable(), self.ref(), self.refs(), self.named()],
            "file": lambda: [
                self.place(),
                self.one_of(self.code(), None, {"bytes": "evil"}),
                *self._rng.choice(([], [self.one_of("zip", "gzip", ""), self.code()])),
            ],
            "folder": lambda: [self.one_of(True, False)],
            "variable": lambda: [self.one_of("HOME", "A_B", "A_C", "A_D", self.code()), self.text()],
            "console": lambda: [self._several(self.text), self._several(self.path, 1)],
            "arguments": lambda: [self._several(self.text)],
            "clock": lambda: [
                self.one_of(0, 1.5, 1e9, -1e9),
                self._several(lambda: [self.path(), self.one_of(*CLOCKS)]),
            ],
            "chance": lambda: [self.one_of(1, -(2**40), self.code())],
            "fact": lambda: [
                self.path(),
                self.one_of(*FACTS),
                [self.scalar(), *self._several(self.scalar, 1)],
            ],
            "failure": lambda: [self.path(), self.one_of("ENOSPC", "EACCES", self.code()), self.text()],
            "path": lambda: [self.one_of("shop.account:MOTTO", "shop.account:FOLDER"), self.place()],
            "age": lambda: [self.place(), self.one_of(0, 1.5)],
            "state": lambda: [self.one_of(*PATHS, "sys.modules:shop.rates"), self.ref()],
        }

    def answer(self) -> list[Any]:
        asked = [self.refs(), self.named()] if self._rng.random() < 0.3 else []
        return [self.asked(), self.ref(), self.one_of(True, False), *asked]

    def asked(self) -> Any:
        return self.one_of(
            *("get()", "name", "session.get().json()", "()", "items()", "close()"),
            *((f"{self.code()}; ()", f"a.{self.code()} b") if self._rng.random() > READABLY else ()),
        )

    def member(self) -> list[Any]:
        kind = self.one_of("field", "value", "method", "classmethod", "staticmethod", "property")
        kinds = self.one_of(
            ["int", []], ["list", [["any", []]]], ["shop.account:Account", []], self.ref(), None
        )
        parameters = self._several(
            lambda: self.one_of("size=1", "*", "/", "*rest", "a", "b='evil'", f"c={self.code()}", self.code())
        )
        flags = [self.one_of(True, False), self.one_of(True, False), self.one_of(None, self.ref())]
        said = kinds if kind == "field" else self.one_of(None)
        return [kind, self.name(), self.one_of(None, self.ref()), said, parameters, *flags]

    # Observations

    def answer_about(self, steps: Sequence[Any]) -> dict[str, Any]:
        """The answer to a request to observe one test case."""
        told = [self.observation(step[1]) for step in steps]
        return {"tests": [told if self._rng.random() < PROBABLY else self.odd()]}

    def observation(self, number: Any) -> Any:
        fails = self._rng.random() < 0.1
        more = {
            "warnings": self._several(lambda: {"type": self.kind(), "message": self.text()}, 1),
            "logs": self._several(self.text, 1),
            "errors": self.text(),
            "files": {str(self.place()): self.text() for _ in range(self._rng.randint(0, 1))},
            "states": {str(self.path()): self.encoded() for _ in range(self._rng.randint(0, 1))},
        }
        told = {
            "statement": number,
            "value": None if fails else self.encoded(),
            "exception": self.exception() if fails else None,
            "receiver": self.one_of(None, None, self.encoded()),
            "arguments": {str(self.ref()): self.encoded() for _ in range(self._rng.randint(0, 1))},
            "output": self.text(),
        }
        return self.one_of(told | more, told)

    def exception(self) -> Any:
        told = {"type": self.kind(), "message": self.text(), "explicit": True, "in_subject": True}
        return self.one_of(told, told | {"hint": self.text(), "cause": None, "where": self.text()})

    def kind(self) -> Any:
        return self.one_of(
            "builtins:ValueError", "shop.account:Account", f"shop.account:{self.code()}", "evil x:y"
        )

    def encoded(self, depth: int = 0) -> Any:
        """A value as the agent encodes it."""
        plain = ("scalar", "scalar", "enum", "class", "same", "answer", "opaque", "long")
        kinds = (*plain, "list", "tuple", "set", "dict", "made", "object") if depth < DEEPEST else plain
        inner = [self.encoded(depth + 1) for _ in range(self._rng.randint(0, 2))] if depth < DEEPEST else []
        kind = self.one_of(*kinds)
        named = {str(self._key()): value for value in inner}
        told: dict[str, Callable[[], Any]] = {
            "scalar": lambda: self.one_of(*SCALARS, {"type": "str", "value": self.code()}),
            "dict": lambda: {"items": inner * 2},
            **dict.fromkeys(("list", "tuple", "set"), lambda: {"items": inner}),
            "made": lambda: {"type": self.one_of("datetime:date"), "args": inner, "kwargs": named},
            "object": lambda: {
                "type": self.kind(),
                "reference": self.one_of(None, None, self.ref()),
                "attributes": named,
                "own": True,
            },
            **dict.fromkeys(
                ("enum", "class"), lambda: {"path": self.one_of(*PATHS, self.kind(), self.code())}
            ),
            "same": lambda: {"reference": self.ref()},
            "answer": lambda: {"reference": self.ref(), "asked": self.one_of("get.()", self.code())},
            **dict.fromkeys(
                ("long", "opaque"), lambda: {"type": self.kind(), "length": self.one_of(5, 2000)}
            ),
        }
        parts = told[kind]() if isinstance(kind, str) and kind in told else self.odd()
        return {"kind": kind, **parts} if isinstance(parts, dict) else parts

    # Recordings

    def record(self) -> Any:
        """The record of a call of `shop.account:echo`."""
        steps = self.steps(RECORDED, most=10)
        call = ["call", len(steps) + 1, "shop.account:echo", None, self.refs(2), self.named()]
        doubles = [step[1] for step in steps if isinstance(step, list) and step and step[0] == "double"]
        told = {
            "steps": [self._as_recorded(step) for step in steps] + [call],
            "call": self.one_of(call[1]),
            "asks": self._several(self.ask(call[1], doubles)) if doubles else [],
            "places": {str(double): self.path() for double in doubles if self._rng.random() < 0.2},
            "made": self.refs(1),
            "files": {str(self.place()): self.text() for _ in range(self._rng.randint(0, 1))},
            "variables": {str(self._key()): self.text() for _ in range(self._rng.randint(0, 1))},
            "clock": self.one_of(1.5, 1e9),
            "returned": self.text(),
            "value": self.scalar(),
            "span": self.one_of([1, 2, None]),
        }
        kept = {name: value for name, value in told.items() if name == "steps" or self._rng.random() < 0.5}
        return self.one_of(*[kept] * 9)

    def ask(self, call: int, doubles: Sequence[int]) -> Callable[[], Any]:
        path = ("get()", "name", "__iter__()", "close()")
        return lambda: [
            *(self.one_of(call), [], self._rng.choice(doubles), self.one_of(*path, *path, f"{self.code()};")),
            *(self.one_of(self.refs(), None), self.named(), self.one_of(None, self.ref())),
            *(self.one_of(True, False), self.one_of("", "", self.code())),
        ]

    def _as_recorded(self, step: Any) -> Any:
        """A double as the recorder writes it, without its answers."""
        is_double = isinstance(step, list) and len(step) > 4 and step[0] == "double"
        return [*step[:3], [], []] if is_double else step


WITHOUT_VALUE = frozenset(
    {"assign", "file", "folder", "variable", "console", "arguments", "clock", "chance", "fact", "failure"}
    | {"path", "age", "state"}
)
RECORDED = ("literal", "collection", "reference", "call", "attribute", "assign", "invoke", "enter", "double")
SCALARS = (
    {"type": "int", "value": 7},
    {"type": "NoneType", "value": None},
    {"type": "bool", "value": False},
    {"type": "float", "value": 0.1},
    {"type": "float", "value": float("nan")},
    {"type": "bytes", "value": {"bytes": "evil()"}},
)
