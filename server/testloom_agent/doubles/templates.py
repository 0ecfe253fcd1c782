"""Copies of doubles: made in a tenth of the time that `unittest.mock` takes for each.

A mock has a class of its own, with a descriptor for each special method, and inspects its spec
thoroughly. For an unused mock, all of this is the same in the next mock, except for references to the
mock itself.
"""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Iterator
from functools import cached_property, partialmethod, singledispatchmethod
from inspect import getattr_static
from types import (
    BuiltinFunctionType,
    ClassMethodDescriptorType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    WrapperDescriptorType,
)
from typing import Any
from unittest.mock import MagicProxy, NonCallableMock

from testloom_agent.kinds import is_a

PROXIES = frozenset({"name", "parent"})
"""The attributes of a descriptor of a special method."""
CODE = "__code__"
"""The attribute that marks a mock as asynchronous; its value may be shared by all mocks."""
OF_EACH_CLASS = frozenset({"__dict__", "__weakref__"})
QUIET = frozenset(
    {
        BuiltinFunctionType,
        ClassMethodDescriptorType,
        FunctionType,
        GetSetDescriptorType,
        MemberDescriptorType,
        MethodDescriptorType,
        WrapperDescriptorType,
        cached_property,
        classmethod,
        partialmethod,
        property,
        singledispatchmethod,
        staticmethod,
    }
)
"""Descriptors that run no code of the project when they are looked up on their class."""


class Template:
    """The parts that all copies of an unused mock are made from."""

    def __init__(self, made: NonCallableMock) -> None:
        own = type(made)
        held = {name: value for name, value in vars(own).items() if name not in OF_EACH_CLASS}
        self._name, self._bases = own.__name__, own.__bases__
        self._special = [name for name, value in held.items() if type(value) is MagicProxy]
        self._plain = {name: value for name, value in held.items() if type(value) is not MagicProxy}
        empty = {name: type(value) for name, value in vars(made).items() if _is_to_fill(value)}
        self._state = {name: value for name, value in vars(made).items() if name not in empty}
        self._empty = empty

    def double(self) -> Any:
        """Make a mock of it."""
        proxies = {name: MagicProxy(name, None) for name in self._special}
        made: Any = object.__new__(type(self._name, self._bases, {**self._plain, **proxies}))
        for proxy in proxies.values():
            proxy.parent = made
        state: dict[str, Any] = made.__dict__
        state.update(self._state)
        for name, kind in self._empty.items():
            state[name] = kind()
        return made


def template_of(made: Any, spec: Any) -> Template | None:
    """Build a template for mocks like a new one that has a class as its spec; None if none works.

    There is no template if mocks have an unexpected structure, or if creating one runs code of the project,
    which each creation has to run.
    """
    if not is_a(made, NonCallableMock) or not _is_quiet(spec):
        return None
    if any(is_a(value, NonCallableMock) for name, value in vars(made).items() if name != CODE):
        return None
    proxies = [value for value in vars(type(made)).values() if type(value) is MagicProxy]
    if any(vars(proxy).keys() != PROXIES or proxy.parent is not made for proxy in proxies):
        return None
    return Template(made)


def _is_to_fill(value: Any) -> bool:
    """Check whether a mock stores something in a value, such as its calls."""
    return isinstance(value, list | dict) and not value


def _is_quiet(spec: Any) -> bool:
    """Check whether inspecting a class thoroughly runs no code of the project."""
    if spec is None:
        return True
    if type(spec) not in (type, ABCMeta):  # a metaclass may compute what it tells about its classes
        return False
    return all(type(value) in QUIET or not hasattr(type(value), "__get__") for value in _held(spec))


def _held(spec: type) -> Iterator[Any]:
    """Yield the entries of a class and its bases."""
    for name in dir(spec):
        yield getattr_static(spec, name, None)
