"""Interprets a test case: an array of statements (docs/agent-protocol.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from importlib import import_module
from itertools import islice
from types import AsyncGeneratorType, CoroutineType, GeneratorType
from typing import Any, TypeAlias

from testloom_agent.doubles import Answer, Question, expect_orders, give_answers, make_double, make_stub
from testloom_agent.execution.performing.coroutines import EventLoop
from testloom_agent.execution.performing.definitions import Definitions
from testloom_agent.execution.performing.exchange import STATEMENT
from testloom_agent.execution.performing.requests import send
from testloom_agent.kinds import is_a
from testloom_agent.reflection.identities import MODULE_HOOK

Statement: TypeAlias = list[Any]
Values: TypeAlias = dict[int, Any]
Performer: TypeAlias = Callable[[Statement, Values], Any]

MOST_DRAINED = 100


class Names(dict[str, str]):
    """The last part of each dotted name, computed once."""

    def __missing__(self, path: str) -> str:
        name = path.rpartition(":")[2].rpartition(".")[2]
        self[path] = name
        return name


class Callables(dict[str, Any]):
    """The object that each id (`module:Qual.name`) stands for, looked up once.

    A module's own `__getattr__` is called as Python calls it: for attributes that the module does not have.
    """

    def __missing__(self, path: str) -> Any:
        module, _, name = path.partition(":")
        found = resolve(path) if name != MODULE_HOOK else partial(getattr, import_module(module))
        self[path] = found
        return found


class Interpreter:
    """Runs statements against values; `notes` hears which statement is running.

    `more` performs further kinds of statements. `driven` says what the last result was that had to be driven
    to its end: a `generator` or a `coroutine`; `definitions` are the classes that tests define.
    """

    def __init__(
        self, notes: memoryview, callables: Callables, more: Mapping[str, Performer] | None = None
    ) -> None:
        self._notes = notes
        self._callables = callables
        self._names = Names()
        self._loop = EventLoop()
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
            "stub": _stub,
            "class": self.definitions.define,
            "make": self._make,
            "request": send,
            **(more or {}),
        }

    def perform_with(self, change: Callable[[str, Performer], Performer]) -> None:
        """Perform each kind of statement by what becomes of its performer."""
        self._perform = {kind: change(kind, performer) for kind, performer in self._perform.items()}

    def run(self, test: Iterable[Statement]) -> None:
        """Run a whole test, whose values are gone when this returns; raise what a statement raises."""
        notes, perform = self._notes, self._perform
        values: Values = {}
        for statement in test:
            notes[STATEMENT] = identity = statement[1]
            values[identity] = perform[statement[0]](statement, values)

    def perform(self, statement: Statement, values: Values) -> Any:
        """Run one statement and return its value without storing it."""
        self._notes[STATEMENT] = statement[1]
        return self._perform[statement[0]](statement, values)

    def _call(self, statement: Statement, values: Values) -> Any:
        _, _, path, receiver, arguments, keywords = statement
        function = self._callables[path] if receiver is None else getattr(values[receiver], self._names[path])
        return self._result_of(function, arguments, keywords, values)

    def _fixed(self, statement: Statement, values: Values) -> Any:
        _, _, path, receiver, arguments, _, text = statement
        function = self._callables[path] if receiver is None else getattr(values[receiver], self._names[path])
        return function(text, *[values[key] for key in arguments])

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
        return result

    def _double(self, statement: Statement, values: Values) -> Any:
        _, own, spec, names, answers, *orders = statement
        double = values[own] = make_double(spec, names, self._callables.__getitem__)
        give_answers(double, [_answer(values, *answer) for answer in answers])
        for told in orders:
            expect_orders(double, [(path, _question(values, *asked)) for path, *asked in told])
        return double

    def _enter(self, statement: Statement, values: Values) -> Any:
        manager = values[statement[2]]
        error = values[statement[3]] if len(statement) > 3 else None
        if not hasattr(type(manager), "__exit__") and hasattr(type(manager), "__aexit__"):
            return self._loop.run(_pass_through(manager, error))
        with manager as entered:
            if error is not None:
                raise error
        return entered

    def _finish(self, result: Any) -> Any:
        self.driven = "generator" if is_a(result, GeneratorType) else "coroutine"
        if is_a(result, GeneratorType):
            items = list(islice(result, MOST_DRAINED))
            result.close()
            return items
        if is_a(result, AsyncGeneratorType):
            return self._loop.run(_drain(result))
        return self._loop.run(result)


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


def _stub(statement: Statement, values: Values) -> Any:
    _, _, answers, raises, is_async = statement
    return make_stub([values[key] for key in answers], bool(raises), is_async)


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
    items = []
    async for item in generator:
        items.append(item)
        if len(items) == MOST_DRAINED:
            await generator.aclose()
            break
    return items
