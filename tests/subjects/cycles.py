"""What a walk over objects has to survive: they lead back to themselves, have no end, or lie very deep."""

from __future__ import annotations

import collections
import functools
import sys
import types
import typing
from unittest import mock

this = sys.modules[__name__]
DEPTH = 100_000
LENGTH = 50_000


# Classes that hold each other.


class Itself:
    def __init__(self, size=1):
        self.size = size
        self.owner = self

    def grow(self, by=1):
        if by > 0:
            self.size += by
        return self


Itself.inverse = Itself
Itself.__orig_bases__ = (Itself,)


class Left:
    def turn(self, times: int) -> Right:
        return Right() if times > 1 else self.other()


class Right:
    other = Left

    def turn(self, times: int) -> Left:
        return Left() if times > 1 else self.other()


Left.other = Right


class Registry(type):
    def __init__(cls, name, bases, namespace):
        super().__init__(name, bases, namespace)
        cls.registry = Registry
        vars(Registry).get("known", []).append(cls)

    def __getattr__(cls, name):
        return cls


Registry.known = []


class Registered(metaclass=Registry):
    def is_first(self):
        return self.registry.known[0] is type(self)


class Again:
    def area(self):
        return 1


class Again(Again):  # noqa: F811
    def perimeter(self, of=2):
        return 2 * of if of > 1 else 0


for _ in range(2_000):
    Link = type("Link", (), {"next": vars(this).get("Link"), "__module__": __name__})


# Values.

own_list = [1]
own_list.append(own_list)
own_dict = {"size": 1}
own_dict["own"] = own_dict
own_tuple = ([],)
own_tuple[0].append(own_tuple)
own_queue = collections.deque()
own_queue.append(own_queue)


class Echo:
    """Has whatever it is asked for: itself."""

    __slots__ = ()

    def __getattr__(self, name):
        return self

    def __call__(self, *args, **kwargs):
        return self

    def __iter__(self):
        while True:
            yield self

    def __len__(self):
        return 1


class Node:
    """Made without code of its own."""


class Cell:
    def __init__(self, value=0, following=None):
        self.value = value
        self.next = following


def nested(depth=DEPTH):
    return functools.reduce(lambda inner, _: [inner], range(depth), [])


def linked(length=LENGTH):
    return functools.reduce(lambda following, value: Cell(value, following), range(length), None)


echo = Echo()
call = mock.call
deep = nested()
chain = linked()


# Functions.


def looped(number: int = 1) -> int:
    if number > 3:
        return number
    return 3


looped.__wrapped__ = looped


def forth(number: int = 1) -> int:
    return number + 1 if number > 1 else 0


def back(number: int = 1) -> int:
    return forth(number) - 1


forth.__wrapped__, back.__wrapped__ = back, forth


def echoing(number: int = 1) -> int:
    return looped(number) if number else 0


echoing.__wrapped__ = echo


class Wrapped:
    def __init__(self, size: int = 1):
        self._size = size

    def _get_size(self) -> int:
        return self._size

    def _set_size(self, size: int) -> None:
        self._size = max(size, 0)

    def double(self, of: int = 2) -> int:
        return of * self._size if of else 0

    def __new__(cls, *args, **kwargs):
        return super().__new__(cls)

    _set_size.__wrapped__ = _set_size
    __new__.__wrapped__ = __new__
    double.__wrapped__ = double
    size = property(_get_size, _set_size)
    echo = echo


partial = functools.partial(looped, 1)
bound = types.MethodType(looped, 1)
for _ in range(5_000):
    partial = type("Partial", (functools.partial,), {})(partial)
    bound = types.MethodType(bound, 1)


def knotted(times=1):
    def inner(left=times):
        return inner if left > 0 else knotted

    return inner


knot = knotted()


# Annotations.

T = typing.TypeVar("T", bound="Tree")
Tree = typing.Union[int, typing.List["Tree"], typing.Dict[str, "Tree"]]
Loop = typing.ForwardRef("Loop")
if sys.version_info >= (3, 12):
    exec("type Twig = list[Twig] | int\ntype Ring = Ring\ntype Pair[A] = tuple[A, Pair[A]]")
else:
    Twig = Ring = Pair = Tree


def leaves(tree: Tree, twig: Twig = 1, ring: Ring = 1, pair: Pair = (), loop: Loop = None) -> Tree:
    if isinstance(tree, list):
        return len(tree)
    return 1 if tree == 1 else tree


def first(values: list[T]) -> T:
    return values[0] if values else None


def clique(size=40, kind=Node):
    """Objects that all hold one another."""
    members = [kind() for _ in range(size)]
    for member in members:
        vars(member).update({f"other_{place}": other for place, other in enumerate(members)})
    return members[0]


# Calls with such values.


def tied(items: list) -> list:
    """A list that holds itself."""
    if len(items) > 1:
        items.append(items)
    return items


def keyed(name: str) -> dict:
    own = {name: 1}
    own[""] = own
    return own if name else own_dict


def crossed(size: int):
    one, other = Itself(size), Itself(size)
    one.owner, other.owner = other, one
    return one if size > 2 else other


def sunken(depth: int):
    return deep if depth > 1 else nested(10 * max(depth, 0))


def strung(length: int):
    return chain if length > 1 else linked(10 * max(length, 0))


def asked(name: str):
    return echo if name else mock.call


def sounds(answer: Echo, times: int = 2) -> int:
    found = 0
    for _ in answer:
        found += 1
        if found > times:
            break
    return found


def same(left: list, right: dict) -> bool:
    if left == own_list or right == own_dict:
        return True
    return left is own_list


def deepest(value: list) -> bool:
    if value == deep:
        return True
    return value in own_list


def blame(times: int) -> None:
    """Raise exceptions that are each other's causes.

    Raises:
        ValueError: always.
    """
    try:
        raise KeyError("first")
    except KeyError as error:
        first = error
    try:
        raise ValueError("second") from first
    except ValueError as error:
        first.__cause__ = first.__context__ = error
        if times > 1:
            raise first
        raise


def blame_many(times: int) -> None:
    """Raise an exception with a long history.

    Raises:
        ValueError: always.
    """
    known = None
    for number in range(LENGTH if times > 1 else 10):
        try:
            raise ValueError(number) from known
        except ValueError as error:
            known = error
    raise known


class Answering(BaseException):
    def __getattr__(self, name):
        return echo


def catch(number: int) -> str:
    try:
        raise Answering if number > 1 else KeyError
    except BaseException as error:
        return type(error).__name__


def holds(value) -> bool:
    return value is not None


registered = []


def register(value: int) -> int:
    registered.append(registered if value > 2 else value)
    own_dict["size"] = value
    return len(registered)
