"""What an object is, without asking it: lazy objects and proxies answer `isinstance` by what they stand for.

`issubclass` with the type runs no code of the object.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import BuiltinFunctionType, FunctionType, GetSetDescriptorType, MemberDescriptorType, MethodType
from typing import Any, TypeGuard, TypeVar

Kind = TypeVar("Kind")


def is_a(value: Any, *kinds: type[Kind]) -> TypeGuard[Kind]:
    """Whether the type of an object is one of these classes or derived from one."""
    return issubclass(type(value), kinds)


def is_class(value: Any) -> TypeGuard[type]:
    """Whether an object is a class."""
    return issubclass(type(value), type)


def is_typed_dict(kind: type) -> bool:
    """Whether a class only says which keys dictionaries have."""
    return issubclass(kind, dict) and hasattr(kind, "__required_keys__")


def is_function(value: Any) -> TypeGuard[FunctionType]:
    """Whether an object is a function of Python."""
    return type(value) is FunctionType


def has_a_name(value: Any) -> TypeGuard[Callable[..., Any]]:
    """Whether an object is a function, method or class, which says its name and module by itself."""
    return is_a(value, type, FunctionType, BuiltinFunctionType, MethodType)


def function_in(value: Any) -> Any:
    """What a method, static method or class method wraps; any other object itself."""
    is_wrapper = is_a(value, staticmethod) or is_a(value, classmethod) or is_a(value, MethodType)
    return value.__func__ if is_wrapper else value


def dictionary_of(value: Any) -> dict[str, Any] | None:
    """The attributes of an object where it keeps them; None if it keeps none in a dictionary.

    Proxies have a `__dict__` of their own making, which is that of another object.
    """
    for base in type(value).__mro__:
        keeper: Any = vars(base).get("__dict__")
        if type(keeper) in (GetSetDescriptorType, MemberDescriptorType):
            found = keeper.__get__(value)
            return found if type(found) is dict else None
    return None


def constructor_of(kind: type) -> Any:
    """The `__init__` that makes objects of a class: that of a protocol gives way to the next one."""
    return next((init for init in _constructors(kind) if not _stands_in(init)), object.__init__)


def is_of_protocol(kind: type) -> bool:
    """Whether a class has the constructor that `typing` gives protocols without one of their own."""
    return _stands_in(next(_constructors(kind)))


def _constructors(kind: type) -> Iterator[Any]:
    """The constructors of a class and of its bases, the one that is called first; the last is object's."""
    return (vars(base)["__init__"] for base in kind.__mro__ if "__init__" in vars(base))


def _stands_in(init: Any) -> bool:
    return is_a(init, FunctionType) and init.__name__ in ("_no_init_or_replace_init", "_no_init")
