"""Descriptors of others that compute an attribute are described as properties."""

from __future__ import annotations

from typing import Any

from tests.agent.describing import callables, short

SOURCE = """
class kept:
    def __init__(self, function): self.function = function
    def __get__(self, instance, owner):
        if instance is None: return self
        value = instance.__dict__[self.function.__name__] = self.function(instance)
        return value

class wrapping(kept):
    def __init__(self, function): self.function = self.__wrapped__ = function
    def __call__(self, instance): raise NotImplementedError

class bound:
    def __init__(self, function): self.function = self.__wrapped__ = function
    def __call__(self, instance): return self.function(instance)
    def __get__(self, instance, owner): return functools.partial(self.function, instance)

class of_class(kept):
    def __get__(self, instance, owner): return self.function(owner)

class later(kept):
    def __get__(self, instance, owner):
        def compute(): return self.function(instance)
        return lambda: self.function(instance) or compute()

class Order:
    def __init__(self, pieces: int): self.pieces = pieces
    @kept
    def total(self) -> int: return self.pieces * 3
    @wrapping
    def postage(self) -> float: return self.pieces / 2
    @bound
    def cancel(self): return self.pieces
    @of_class
    def name(cls): return cls.__name__
    @later
    def refund(self): return self.pieces
"""


def test_what_computes_an_attribute_by_a_function_that_it_keeps_is_a_property(described: Any) -> None:
    found = callables(described(SOURCE))

    assert found["Order.total"]["kind"] == "property"
    assert found["Order.postage"]["kind"] == "property"
    assert short(found["Order.total"]["returns"]) == "int"
    assert found["Order.total"]["parameters"] == []
    assert found["Order.total"]["owner"] == "subject_under_test:Order"


def test_what_binds_a_function_or_asks_the_class_is_none(described: Any) -> None:
    found = callables(described(SOURCE))

    assert found["Order.cancel"]["kind"] == "method"
    assert "Order.name" not in found
    assert "Order.refund" not in found
