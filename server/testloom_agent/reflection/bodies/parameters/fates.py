"""What becomes of a parameter: its uses, and what is added to them by the functions that it is passed to."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

from testloom_agent.reflection.bodies.lookups.reader import SPREAD
from testloom_agent.reflection.bodies.lookups.standing import Standing, filled
from testloom_agent.reflection.bodies.lookups.steps import behind

REST = SPREAD
"""The name for the parameter that takes all other keywords."""


@dataclass(frozen=True)
class Fate:
    """The uses of a parameter, and the annotations of the parameters that it is passed to.

    `kinds` are the built-in types in these annotations, or of these parameters' defaults.
    """

    uses: dict[str, None] = field(default_factory=dict)
    annotations: list[Any] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)

    def filled(self, given: Standing) -> Fate:
        """Fill the open texts in the uses with the values given for these parameters."""
        return replace(self, uses=dict.fromkeys(filled(self.uses, given)))

    def join(self, other: Fate, steps: str = "") -> None:
        """Take in what another function does with it, or with what these steps lead to."""
        if steps:
            tested = (f"isinstance:{kind}" for kind in other.kinds)
            self.uses.update(dict.fromkeys(behind(steps, [*other.uses, *tested])))
        else:
            self.uses.update(other.uses)
            self.annotations.extend(other.annotations)
            self.kinds.extend(other.kinds)


def handed_over(call: ast.Call, names: Container[str]) -> Iterator[tuple[str, str, int | str]]:
    """Yield the parameters that a call passes on unchanged, each with empty steps and place or keyword.

    A parameter that is spread over the keywords of the call has `**` as its place.
    """
    for place, argument in enumerate(call.args):
        if isinstance(argument, ast.Starred):
            break
        if isinstance(argument, ast.Name) and argument.id in names:
            yield argument.id, "", place
    for keyword in call.keywords:
        if isinstance(keyword.value, ast.Name) and keyword.value.id in names:
            yield keyword.value.id, "", REST if keyword.arg is None else keyword.arg


def put_to(use: str, call: ast.Call, fates: Mapping[str, Fate]) -> list[ast.expr]:
    """List the arguments of a call that a function with these parameters puts to a use."""
    placed = takewhile(lambda argument: not isinstance(argument, ast.Starred), call.args)
    given = [*zip((name for name in fates if name != REST), placed, strict=False)]
    given += [(keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg is not None]
    return [argument for name, argument in given if use in fates.get(name, Fate()).uses]


def join_call(
    found: Mapping[str, Fate],
    given: Iterable[tuple[str, str, int | str]],
    fates: Mapping[str, Fate],
    call: ast.Call,
) -> None:
    """Add what a function does with the arguments of a call.

    `given` has the arguments as `handed_over` yields them, `fates` the parameters of the function.
    """
    parameters = [name for name in fates if name != REST]
    for name, way, place in given:
        if place == REST:
            _spread(found[name], fates, call, way)
        elif isinstance(place, str):
            found[name].join(fates.get(place, Fate()), way)
        elif place < len(parameters):
            found[name].join(fates[parameters[place]], way)


def _spread(fate: Fate, fates: Mapping[str, Fate], call: ast.Call, way: str) -> None:
    """Add the uses of the keywords that a mapping is unpacked into, as lookups in this mapping.

    `way` has the steps to the mapping.
    """
    named = {keyword.arg for keyword in call.keywords}
    starred = (place for place, argument in enumerate(call.args) if isinstance(argument, ast.Starred))
    given = next(starred, len(call.args))
    for place, (name, other) in enumerate(fates.items()):
        if name == REST:
            fate.uses.update(dict.fromkeys(behind(way, other.uses)))
        elif place >= given and name not in named:
            fate.uses[f"{way}['{name}']"] = None
            fate.join(other, f"{way}['{name}']")
