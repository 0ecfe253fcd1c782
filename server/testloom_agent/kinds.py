"""The type of an object, without `isinstance`, which lazy objects and proxies answer for another object.

`issubclass` with the type runs no code of the object.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import BuiltinFunctionType, FunctionType, GetSetDescriptorType, MemberDescriptorType, MethodType
from typing import Any, TypeGuard, TypeVar

Kind = TypeVar("Kind")
SIGNATURE = "__signature__"
"""The attribute by which classes such as models of pydantic tell their signature themselves."""


def is_a(value: Any, *kinds: type[Kind]) -> TypeGuard[Kind]:
    """Check whether the type of an object is one of these classes or derived from one."""
    return issubclass(type(value), kinds)


def is_one_of(value: Any, kinds: Iterable[type]) -> bool:
    """Check whether the class of a value is one of these, by identity: classes may redefine equality."""
    return id(type(value)) in map(id, kinds)


def is_class(value: Any) -> TypeGuard[type]:
    """Check whether an object is a class."""
    return issubclass(type(value), type)


def is_typed_dict(kind: type) -> bool:
    """Check whether a class is a TypedDict, which only declares the keys of dictionaries."""
    return issubclass(kind, dict) and hasattr(kind, "__required_keys__")


def is_function(value: Any) -> TypeGuard[FunctionType]:
    """Check whether an object is a function written in Python."""
    return type(value) is FunctionType


def has_a_name(value: Any) -> TypeGuard[Callable[..., Any]]:
    """Check whether an object is a function, method or class, which has a name and a module by itself."""
    return is_a(value, type, FunctionType, BuiltinFunctionType, MethodType)


def function_in(value: Any) -> Any:
    """Unwrap a method, static method or class method; return any other object unchanged."""
    is_wrapper = is_a(value, staticmethod) or is_a(value, classmethod) or is_a(value, MethodType)
    return value.__func__ if is_wrapper else value


def dictionary_of(value: Any) -> dict[str, Any] | None:
    """Find the dictionary that holds the attributes of an object; None if it has none.

    The `__dict__` of a proxy does not count: it is computed, and belongs to another object.
    """
    for base in type(value).__mro__:
        keeper: Any = vars(base).get("__dict__")
        if type(keeper) in (GetSetDescriptorType, MemberDescriptorType):
            found = keeper.__get__(value)
            return found if type(found) is dict else None
    return None


def constructor_of(kind: type) -> Any:
    """Find the `__init__` that makes objects of a class, skipping those that protocols define."""
    return next((init for init in _constructors(kind) if not _stands_in(init)), object.__init__)


def is_of_protocol(kind: type) -> bool:
    """Check whether a class has the constructor that `typing` adds to protocols without their own."""
    return _stands_in(next(_constructors(kind)))


def _constructors(kind: type) -> Iterator[Any]:
    """Yield the constructors of a class and its bases, in the order of calls; the last is object's."""
    return (vars(base)["__init__"] for base in kind.__mro__ if "__init__" in vars(base))


def _stands_in(init: Any) -> bool:
    return is_a(init, FunctionType) and init.__name__ in ("_no_init_or_replace_init", "_no_init")
