"""Interprets a test case: an array of statements (docs/agent-protocol.md)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from importlib import import_module
from itertools import islice
from threading import Thread
from types import AsyncGeneratorType, CoroutineType, GeneratorType
from typing import Any, TypeAlias

from testloom_agent.doubles import Answer, Doubles, Question, expect_orders, give_answers
from testloom_agent.environment.fixtures import FIXTURE, NO_FIXTURES, Fixtures
from testloom_agent.execution.performing.aiohttp_requests import hand
from testloom_agent.execution.performing.commands import invoke
from testloom_agent.execution.performing.contexts import enter_context
from testloom_agent.execution.performing.coroutines import EventLoop
from testloom_agent.execution.performing.definitions import Definitions
from testloom_agent.execution.performing.exchange import STATEMENT
from testloom_agent.execution.performing.held import configure, hold
from testloom_agent.execution.performing.requests import Sender
from testloom_agent.kinds import is_a
from testloom_agent.reflection.identities import MODULE_HOOK
from testloom_agent.reflection.web.django.management import CALL_COMMAND

Statement: TypeAlias = list[Any]
Values: TypeAlias = dict[int, Any]
Performer: TypeAlias = Callable[[Statement, Values], Any]

MOST_DRAINED = 100
REVERSIBLE: tuple[Any, ...] = ([], (), {}, {}.values(), {}.items(), range(0))
ITERABLE: tuple[Any, ...] = (*REVERSIBLE, set(), "", "\u20ac", b"", bytearray())
BUILT_IN: tuple[Any, ...] = (
    *map(iter, ITERABLE),
    *(reversed(one) for one in REVERSIBLE),
    *(map(len, ()), filter(None, ()), zip(), enumerate(())),
)
NOT_DRAINED = (itertools.count, itertools.cycle, itertools.repeat, itertools.groupby)
"""Iterators that have no end, or whose items are invalid once the next item is taken."""
OF_ITERTOOLS = {kind for kind in vars(itertools).values() if isinstance(kind, type)}.difference(NOT_DRAINED)
ITERATORS = frozenset(map(type, BUILT_IN)) | OF_ITERTOOLS
"""The types of iterators that reveal nothing of their items until they are iterated."""


class Endless(Exception):
    """An asynchronous generator yields more than a test can wait for."""


class Names(dict[str, str]):
    """The last part of each dotted name, computed once."""

    def __missing__(self, path: str) -> str:
        name = path.rpartition(":")[2].rpartition(".")[2]
        self[path] = name
        return name


class Callables(dict[str, Any]):
    """The object that each id (`module:Qual.name`) stands for, looked up once.

    A module's own `__getattr__` is called as Python calls it: for attributes that the module does not
    have. Looking up the id of a fixture sets the fixture up.
    """

    def __init__(self, fixtures: Fixtures = NO_FIXTURES) -> None:
        super().__init__()
        self.fixtures = fixtures

    def __missing__(self, path: str) -> Any:
        module, _, name = path.partition(":")
        if path.startswith(FIXTURE):
            found: Any = partial(self.fixtures.value, name)
        else:
            found = resolve(path) if name != MODULE_HOOK else partial(getattr, import_module(module))
        self[path] = found
        return found


class Interpreter:
    """Runs statements on values; `notes` records which statement is running.

    `more` performs further kinds of statements. `driven` is the kind of the last result that had to be
    driven to its end: a `generator` (including iterators of the standard library), a `coroutine`, a request
    that was awaited, or a context that was entered asynchronously; `definitions` are the classes that tests
    define.
    """

    def __init__(
        self, notes: memoryview, callables: Callables, more: Mapping[str, Performer] | None = None
    ) -> None:
        self._notes = notes
        self._callables = callables
        self._names = Names()
        self._doubles = Doubles(callables.__getitem__)
        self._loop = EventLoop()
        self.requests = Sender()
        self.driven = ""
        self.definitions = Definitions(callables.__getitem__)
        self._perform: dict[str, Performer] = {
            "call": self._call,
            "fixed": self._fixed,
            "literal": _literal,
            "collection": _collection,
            "attribute": _attribute,
            "assign": _assign,
            "reference": _reference,
            "invoke": self._invoke,
            "enter": self._enter,
            "double": self._double,
            "stub": self._stub,
            "class": self.definitions.define,
            "function": self.definitions.define_function,
            "make": self._make,
            "request": self._send,
            "quiet": lambda _statement, _values: None,  # it is a mark of the test
            "mocked-request": partial(hand, resolve=callables.__getitem__),
            "loop": self._enter_loop,
            "management": self._run_command,
            "context": lambda statement, values: enter_context(statement, values, callables.fixtures),
            "held": lambda statement, values: hold(statement, values, callables.fixtures),
            "configured": lambda statement, values: configure(statement, values, callables.fixtures),
            "command": partial(invoke, resolve=callables.__getitem__),
            **(more or {}),
        }

    def perform_with(self, change: Callable[[str, Performer], Performer]) -> None:
        """Perform each kind of statement by what becomes of its performer."""
        self._perform = {kind: change(kind, performer) for kind, performer in self._perform.items()}

    def run(self, test: Iterable[Statement]) -> None:
        """Run a whole test, whose values are gone when this returns; raise what a statement raises."""
        notes = self._notes
        values: Values = {}
        try:
            for statement in test:
                notes[STATEMENT] = identity = statement[1]
                values[identity] = self._perform[statement[0]](statement, values)
        finally:
            # Not called if there is nothing to end: a trace function left by the test would see the call.
            if self._loop.is_entered or self._callables.fixtures.is_used:
                self.end()

    @property
    def has_open_fixtures(self) -> bool:
        """Whether the test has set up a fixture that may have threads until it is torn down."""
        return self._callables.fixtures.are_open

    @property
    def threads_of_loop(self) -> frozenset[Thread]:
        """The threads of the event loop that the test is within, which end with it."""
        return self._loop.threads

    def end(self) -> None:
        """Tear down the fixtures that a test has asked for, and leave its loop; raise what fixtures raise."""
        try:
            self._callables.fixtures.end()
        finally:
            self.leave_loop()

    def perform(self, statement: Statement, values: Values) -> Any:
        """Run one statement and return its value without storing it."""
        self._notes[STATEMENT] = statement[1]
        return self._perform[statement[0]](statement, values)

    def leave_loop(self) -> None:
        """End what runs in the event loop that the test was within, if it was within one."""
        if self._loop.is_entered:
            self._perform = self._outside
            self._loop.leave()

    def _enter_loop(self, _statement: Statement, _values: Values) -> None:
        if self._loop.is_entered:  # a test combined from two may have it twice
            return
        self._loop.enter()
        self._outside = self._perform
        self._perform = {kind: self._loop.within(performer) for kind, performer in self._perform.items()}

    def _call(self, statement: Statement, values: Values) -> Any:
        _, _, path, receiver, arguments, keywords = statement
        function = self._callables[path] if receiver is None else getattr(values[receiver], self._names[path])
        return self._result_of(function, arguments, keywords, values)

    def _fixed(self, statement: Statement, values: Values) -> Any:
        _, _, path, receiver, arguments, keywords, text = statement
        function = self._callables[path] if receiver is None else getattr(values[receiver], self._names[path])
        named = {name: values[key] for name, key in keywords.items()}
        return function(text, *[values[key] for key in arguments], **named)

    def _run_command(self, statement: Statement, values: Values) -> Any:
        _, _, _, _, arguments, keywords, name = statement
        named = {name: values[key] for name, key in keywords.items()}
        return self._callables[CALL_COMMAND](name, *[values[key] for key in arguments], **named)

    def _send(self, statement: Statement, values: Values) -> Any:
        """Send a request; where the response has to be awaited, the rest of the test is within that loop.

        What the application leaves running there goes on until the end of the test.
        """
        result = self.requests.send(statement, values)
        if type(result) is not CoroutineType:
            return result
        self.driven = "asynchronous request"
        run = self._loop.run if self._loop.is_entered else self._loop.within(self._loop.run)
        self._enter_loop(statement, values)
        return run(result)

    def _invoke(self, statement: Statement, values: Values) -> Any:
        _, _, function, arguments, keywords = statement
        return self._result_of(values[function], arguments, keywords, values)

    def _make(self, statement: Statement, values: Values) -> Any:
        _, _, _, kind, arguments, keywords = statement
        return self._result_of(values[kind], arguments, keywords, values)

    def _result_of(
        self, function: Any, arguments: list[int], keywords: dict[str, int], values: Values
    ) -> Any:
        if keywords:
            named = {name: values[key] for name, key in keywords.items()}
            result = function(*[values[key] for key in arguments], **named)
        else:
            result = function(*[values[key] for key in arguments])
        kind = type(result)
        if kind is CoroutineType or kind is GeneratorType or kind is AsyncGeneratorType:
            return self._finish(result)
        if kind in ITERATORS and function is not iter:
            return self._drained(result)
        return result

    def _double(self, statement: Statement, values: Values) -> Any:
        _, own, spec, names, answers, *orders = statement
        double = values[own] = self._doubles.make(spec, names)
        give_answers(double, [_answer(values, *answer) for answer in answers])
        for told in orders:
            expect_orders(double, [(path, _question(values, *asked)) for path, *asked in told])
        return double

    def _stub(self, statement: Statement, values: Values) -> Any:
        _, _, answers, raises, is_async = statement
        return self._doubles.stub([values[key] for key in answers], bool(raises), is_async)

    def _enter(self, statement: Statement, values: Values) -> Any:
        manager = values[statement[2]]
        error = values[statement[3]] if len(statement) > 3 else None
        if not hasattr(type(manager), "__exit__") and hasattr(type(manager), "__aexit__"):
            self.driven = "asynchronous manager"
            return self._loop.run(_pass_through(manager, error))
        with manager as entered:
            if error is not None:
                raise error
        return entered

    def _finish(self, result: Any) -> Any:
        if is_a(result, GeneratorType):
            items = self._drained(result)
            result.close()
            return items
        if is_a(result, AsyncGeneratorType):
            self.driven = "asynchronous generator"
            return self._loop.run(_drain(result))
        self.driven = "coroutine"
        return self._loop.run(result)

    def _drained(self, result: Iterable[Any]) -> list[Any]:
        self.driven = "generator"
        return list(islice(result, MOST_DRAINED))


def resolve(path: str) -> Any:
    """Find what a module holds under `module:Qual.name`.

    Raises:
        AttributeError: if there is nothing of that name.
    """
    module, _, names = path.partition(":")
    found: Any = import_module(module)
    for name in names.split("."):
        found = getattr(found, name)
    return found


def decode_scalar(data: Any) -> Any:
    """Read a scalar: what JSON lacks is an object with one key, `bytes` or `complex`."""
    if type(data) is not dict:
        return data
    if "bytes" in data:
        return data["bytes"].encode("latin-1")
    real, imaginary = data["complex"]
    return complex(real, imaginary)


def _literal(statement: Statement, _values: Values) -> Any:
    value = statement[2]
    return value if type(value) is not dict else decode_scalar(value)


def _collection(statement: Statement, values: Values) -> Any:
    kind, items = statement[2], [values[key] for key in statement[3]]
    if kind == "list":
        return items
    if kind == "dict":
        return dict(zip(items[::2], items[1::2], strict=True))
    if kind == "tuple":
        return tuple(items)
    return set(items) if kind == "set" else frozenset(items)


def _attribute(statement: Statement, values: Values) -> Any:
    return getattr(values[statement[2]], statement[3])


def _assign(statement: Statement, values: Values) -> None:
    setattr(values[statement[2]], statement[3], values[statement[4]])


def _reference(statement: Statement, _values: Values) -> Any:
    return resolve(statement[2])


def _answer(values: Values, path: str, value: int, raises: bool, *asked: Any) -> Answer:
    if not asked:
        return Answer(path, values[value], raises)
    return Answer(path, values[value], raises, _question(values, *asked))


def _question(values: Values, args: list[int], kwargs: dict[str, int]) -> Question:
    return tuple(values[key] for key in args), {name: values[key] for name, key in kwargs.items()}


async def _pass_through(manager: Any, error: Any) -> Any:
    async with manager as entered:
        if error is not None:
            raise error
    return entered


async def _drain(generator: AsyncGeneratorType[Any, Any]) -> list[Any]:
    """Collect the items, unless there are so many that a test could not tell whether they end.

    Raises:
        Endless: if there are; `[item async for item in generator]` cannot be cut short like a list.
    """
    items = []
    async for item in generator:
        items.append(item)
        if len(items) == MOST_DRAINED:
            await generator.aclose()
            raise Endless("an asynchronous generator has no end")
    return items
