"""Properties: what a test says of every value that Hypothesis draws, not of one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

PLUGIN = "_hypothesis_pytestplugin"
"""The module of Hypothesis's plugin of pytest."""
GIVEN, SETTINGS, STRATEGIES = "hypothesis:given", "hypothesis:settings", "hypothesis:strategies"
"""Where tests import the decorators and the strategies from."""
Law: TypeAlias = Literal["inverse", "idempotent"]


@dataclass(frozen=True, slots=True)
class Property:
    """What holds for every value that a strategy draws.

    The test case has two calls of functions with one argument, the second of what the first returned. By
    `inverse` that gives back what the first was given, by `idempotent` what the first returned.

    Attributes:
        law: what the two calls have to do with each other.
        strategy: its source, in which `{st}` is the module of strategies.
        hint: the type of the values.
    """

    law: Law
    strategy: str
    hint: str
