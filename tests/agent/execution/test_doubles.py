"""Doubles stand for others, answer as they are told, and say what they were asked."""

from __future__ import annotations

import asyncio
import inspect
import re
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from threading import Thread
from typing import Any
from unittest.mock import CallableMixin, MagicMock, Mock, NonCallableMock, call, create_autospec

import pytest

from testloom_agent.doubles import (
    Answer,
    Doubles,
    Unanswered,
    calls_of,
    copy_inner_doubles,
    end_loops,
    expect_orders,
    give_answers,
    is_extended,
    used_paths,
)


class Gateway:
    def authorize(self, amount: int) -> bool:
        raise NotImplementedError

    async def fetch(self) -> str:
        raise NotImplementedError


def double(spec: Any = None, names: Sequence[str] = (), answers: Sequence[tuple[str, Any, bool]] = ()) -> Any:
    made = Doubles(lambda _: spec).make("spec" if spec else "", names)
    give_answers(made, [Answer(*answer) for answer in answers])
    return made


def test_a_double_of_a_class_is_an_instance_of_it_and_offers_no_more() -> None:
    gateway = double(Gateway)

    assert isinstance(gateway, Gateway)
    assert not callable(gateway)
    assert not hasattr(gateway, "refund")


def test_a_double_of_no_class_offers_the_names_that_are_asked_of_it() -> None:
    logger = double(names=["debug"])

    logger.debug("text")

    with pytest.raises(AttributeError):
        logger.info("text")


def test_what_a_double_with_names_answers_can_be_looked_into_and_entered() -> None:
    client = double(names=["fetch", "lock"])

    client.fetch("url")["size"]
    with client.lock:
        pass

    assert "fetch()['size']" in used_paths(client)


def test_answers_are_given_at_their_paths() -> None:
    answers = [("name", "n", False), ("get().json()", {"a": 1}, False), ("close()", OSError("gone"), True)]
    session = double(names=["name", "get", "close"], answers=answers)

    assert session.name == "n"
    assert session.get("url").json() == {"a": 1}
    with pytest.raises(OSError, match="gone"):
        session.close()


class Session:
    retries = 3
    limits = Gateway()

    def __init__(self) -> None:
        self.headers: dict[str, str] = {}

    def get(self) -> object:
        raise NotImplementedError

    @property
    def adapter(self) -> object:
        raise NotImplementedError


def rename(held: Any) -> None:
    held.headers = {}
    del held.headers


EXTENDING: list[tuple[str, Callable[[Any], object]]] = [
    ("an attribute that only instances have", lambda held: setattr(held, "headers", {})),
    ("what is deleted again", rename),
    ("an attribute of a method", lambda held: setattr(held.get, "cached", True)),
    ("an attribute of what the class holds", lambda held: setattr(held.limits, "most", 3)),
    ("an attribute of a method of that", lambda held: setattr(held.limits.authorize, "cached", 3)),
]
HARMLESS: list[tuple[str, Callable[[Any], object]]] = [
    ("nothing", lambda held: None),
    ("what it offers", lambda held: setattr(held, "retries", 4)),
    (
        "another double",
        lambda held: setattr(held, "limits", double(names=["most"], answers=[("most", 3, False)])),
    ),
    ("an attribute of what a property returns", lambda held: setattr(held.adapter, "cached", True)),
    ("an attribute of what a method returns", lambda held: setattr(held.get(), "cached", True)),
    ("reading", lambda held: [held.get().name, held.limits.fetch, str(held), str(held.get), hash(held.get)]),
]


@pytest.mark.parametrize(
    ("change", "extends"),
    [
        *(pytest.param(change, True, id=name) for name, change in EXTENDING),
        *(pytest.param(change, False, id=name) for name, change in HARMLESS),
    ],
)
def test_a_double_of_a_class_says_whether_a_closed_one_would_refuse_what_was_set(
    change: Callable[[Any], object], extends: bool
) -> None:
    session, closed = double(Session), create_autospec(Session, instance=True, spec_set=True)

    change(session)

    assert is_extended(session) == extends
    with pytest.raises(AttributeError) if extends else nullcontext():
        change(closed)


def test_a_double_of_no_class_says_whether_it_got_an_attribute_that_it_does_not_offer() -> None:
    session = double(names=["get", "name"], answers=[("get().json()", 3, False), ("name", "n", False)])
    session.name, session.get.cached, session.get().cached = "other", True, True
    anything = double()
    anything.headers = {}

    assert not any(map(is_extended, (session, anything, double(len), double(double), "no double")))
    session.headers = {}
    assert is_extended(session)


def test_a_stub_says_whether_more_was_asked_of_it_than_calls() -> None:
    called, asked, changed = (Doubles(lambda _: None).stub([3], False, False) for _ in range(3))
    for stub in (called, asked, changed):
        stub(1, key="a")
    assert asked.priority is not None
    changed.priority = 1

    assert [is_extended(stub) for stub in (called, asked, changed)] == [False, True, True]


def test_special_methods_are_there_where_they_are_asked_for() -> None:
    entered = double(names=["read", "__enter__", "__exit__"], answers=[("__enter__()", "file", False)])

    with entered as file:
        assert file == "file"


def test_a_double_says_what_it_was_asked() -> None:
    session = double()

    session.get("url").json()
    _ = session.name

    assert used_paths(session) == ["get()", "get().json()", "name"]
    assert used_paths("no double") == []


def test_a_double_that_is_called_says_so() -> None:
    function = double()

    function(3).strip()

    assert used_paths(function) == ["()", "().strip()"]


def test_several_answers_for_a_call_are_given_in_turn_and_the_last_again_and_again() -> None:
    rows = double(None, ["next"], [("next()", "first", False), ("next()", None, False)])

    assert [rows.next(), rows.next(), rows.next()] == ["first", None, None]
    assert used_paths(rows) == ["next()", "next()"]


def test_a_double_of_nothing_known_can_be_entered_and_iterated() -> None:
    connect = double(None, [], [("().__enter__().__iter__()", [(1, 2)], False)])

    with connect() as rows:
        assert list(rows) == [(1, 2)]


def test_answers_to_questions_are_given_to_equal_ones_in_turn_and_to_no_others() -> None:
    rows = double(names=["find"])
    questions = [("a", 1, False), ("a", 2, False), ("b", KeyError("b"), True)]
    give_answers(rows, [Answer("find()", value, raises, ((name,), {})) for name, value, raises in questions])

    assert [rows.find("a"), rows.find("a"), rows.find("a")] == [1, 2, 2]
    with pytest.raises(KeyError):
        rows.find("b")
    with pytest.raises(Unanswered):
        rows.find("c")


def test_orders_are_taken_as_they_were_given_only() -> None:
    mailer = double(names=["send"])
    expect_orders(mailer, [("send()", (("ann",), {"urgent": True}))])

    mailer.send("ann", urgent=True)

    with pytest.raises(Unanswered):
        mailer.send("ben", urgent=True)


def test_keys_that_were_looked_up_are_told() -> None:
    module = double()

    module().params["path"] = 1
    module().params.get("mode", None)
    _ = 3 in module.numbers

    used = used_paths(module)
    assert "().params['mode']" in used and "numbers[3]" in used and "().params['path']" not in used


def test_a_stub_answers_the_same_whatever_it_is_asked() -> None:
    stub = Doubles(str).stub([3], raises=False, is_async=False)

    assert [stub(), stub(1, name="a")] == [3, 3]


def test_a_stub_answers_in_turn_and_raises_what_is_to_be_raised() -> None:
    stub = Doubles(str).stub([OSError("gone"), 3], raises=True, is_async=False)

    with pytest.raises(OSError, match="gone"):
        stub()
    assert stub() == 3


def test_a_stub_that_returns_an_exception_does_not_raise_it() -> None:
    assert Doubles(str).stub([OSError], raises=False, is_async=False)() is OSError


def test_an_asynchronous_stub_is_awaited() -> None:
    stub = Doubles(str).stub([b"a"], raises=False, is_async=True)

    assert inspect.iscoroutinefunction(stub)
    assert asyncio.run(stub("url")) == b"a"


class Announced:
    """A descriptor whose class says each time that it was asked for it."""

    times = 0

    def __get__(self, instance: object, owner: type) -> int:
        Announced.times += 1
        return Announced.times


class Announcing:
    number = Announced()


@pytest.mark.parametrize(
    ("spec", "names"),
    [(None, ()), (None, ("get",)), (None, ("__len__", "get")), (Gateway, ()), (OrderedDict, ())],
)
def test_doubles_of_the_same_are_alike_and_share_nothing_that_a_test_changes(
    spec: Any, names: Sequence[str]
) -> None:
    doubles = Doubles(lambda _: spec)
    first, second = (doubles.make("spec" if spec else "", names) for _ in range(2))
    assert type(first).__mro__[1:] == type(second).__mro__[1:]
    assert vars(type(first)).keys() == vars(type(second)).keys()
    assert vars(first) == vars(second)

    first.get("first") if hasattr(first, "get") else first.authorize(1)

    assert not second.mock_calls
    assert second.__eq__(second)
    assert first != second
    assert [len(double) if hasattr(double, "__len__") else None for double in (first, second)] in (
        [0, 0],
        [None] * 2,
    )


ROOTS = [double, lambda: double(Gateway), lambda: double(names=["get"]), lambda: double(Session), Mock]


@pytest.mark.parametrize("root", ROOTS)
@pytest.mark.parametrize("reach", [lambda made: made.authorize, lambda made: made(), lambda made: made[0]])
def test_doubles_within_others_are_those_of_the_library(
    root: Callable[[], Any], reach: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    of_library = _within(root(), reach)
    monkeypatch.setattr(NonCallableMock, "_get_child_mock", NonCallableMock._get_child_mock)
    copy_inner_doubles()

    assert _within(root(), reach) == of_library


def _within(root: Any, reach: Callable[[Any], Any]) -> Any:
    """What can be told of a double within another, and of those within it, where there is one."""
    try:
        inner = reach(root)
    except (AttributeError, TypeError) as error:
        return type(error), str(error).partition(" id=")[0]
    if not isinstance(inner, NonCallableMock):
        return type(inner)
    inner.first(1).second = inner.third
    state = {name: type(value).__name__ for name, value in vars(inner).items()}
    names = [re.sub(r" id='\d+'", "", repr(one)) for one in (inner, inner.first(1), inner.first(1).second)]
    return state, names, type(inner).__mro__[1:], len(root.mock_calls), inner.mock_calls, inner.method_calls


def test_doubles_within_others_are_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NonCallableMock, "_get_child_mock", NonCallableMock._get_child_mock)
    copy_inner_doubles()
    root = double()
    monkeypatch.setattr(MagicMock, "__init__", None)  # nothing can be made at length

    inner = root.first(1).second

    assert inner(2).third is not inner


@pytest.mark.parametrize("is_async", [False, True])
def test_stubs_are_alike_and_answer_for_themselves(is_async: bool) -> None:
    doubles, answer = Doubles(str), double()
    stubs = [doubles.stub([value], False, is_async) for value in (answer, 2, 3)]

    returned = [asyncio.run(stub()) if is_async else stub() for stub in stubs[:2]]

    assert returned == [answer, 2]
    assert [stub.call_count for stub in stubs] == [1, 1, 0]
    assert [asyncio.iscoroutinefunction(stub) for stub in stubs] == [is_async] * 3
    assert vars(stubs[0]).keys() == vars(stubs[2]).keys()
    assert answer._mock_new_parent is None
    with pytest.raises(OSError, match="gone"):
        doubles.stub([OSError("gone")], raises=True, is_async=False)()


def test_each_double_of_a_class_runs_what_computes_its_attributes() -> None:
    doubles = Doubles(lambda _: Announcing)

    seen = [Announced.times for _ in range(3) if doubles.make("spec", ())]

    assert seen[0] < seen[1] < seen[2]


def test_calls_are_noted_of_a_function_and_of_what_a_double_holds_unless_answers_are_used() -> None:
    function = Doubles(lambda _: None).stub([None], False, False)
    request = double(names=["body"])

    assert calls_of(function) == {"call_args_list": []}
    assert calls_of(request) == calls_of(1) == {}
    function(1, to=2)
    request.body.close()
    request.body.open().wait()
    bucket = double()
    assert bucket.is_open()

    assert calls_of(bucket) == {}
    assert calls_of(function) == {"call_args_list": [call(1, to=2)]}
    assert calls_of(request) == {"body.close.call_args_list": [call()]}


@pytest.mark.parametrize("spec", [None, Gateway])
def test_code_that_asks_a_double_again_and_again_ends(spec: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    _end_loops(monkeypatch)
    gateway = double(spec)

    with pytest.raises(Unanswered, match=r"a MagicMock was called again and again"):
        while gateway.authorize(1):
            pass

    assert "authorize()" in used_paths(gateway)


def test_code_that_goes_from_double_to_double_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    _end_loops(monkeypatch)
    node = double()

    with pytest.raises(Unanswered, match=r"each MagicMock was asked for another one within it"):
        while node.parent:
            node = node.parent


def test_that_a_loop_was_ended_is_noted_even_if_the_code_handles_it(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = _end_loops(monkeypatch)
    queue, node = double(), double()

    def ask() -> None:
        with suppress(BaseException):
            while queue.get():
                pass

    asking = Thread(target=ask)
    asking.start()
    asking.join()
    with suppress(BaseException):
        while node.parent:
            node = node.parent

    assert noted == [("endless",), ("endless",)]


def _end_loops(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """Limit doubles until the end of a test; returns what is noted."""
    for owner, name in ((CallableMixin, "_increment_mock_call"), (NonCallableMock, "_get_child_mock")):
        monkeypatch.setattr(owner, name, vars(owner)[name])
    noted: list[tuple[str, ...]] = []
    end_loops(noted.append)
    return noted
