"""Properties: laws that a test asserts for every value that Hypothesis draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

PLUGIN = "_hypothesis_pytestplugin"
"""The module of Hypothesis's pytest plugin."""
GIVEN, SETTINGS, STRATEGIES = "hypothesis:given", "hypothesis:settings", "hypothesis:strategies"
"""The decorators and the strategies module of Hypothesis, as tests import them."""
Law: TypeAlias = Literal["inverse", "idempotent"]


@dataclass(frozen=True, slots=True)
class Property:
    """A property that holds for every value that a strategy draws.

    The test case has two calls of functions with one argument; the second gets the result of the first.
    By `inverse` the second returns the argument of the first, by `idempotent` the result of the first.

    Attributes:
        law: how the two calls relate.
        strategy: the source of the strategy, in which `{st}` is the module of strategies.
        hint: the type of the values.
    """

    law: Law
    strategy: str
    hint: str
