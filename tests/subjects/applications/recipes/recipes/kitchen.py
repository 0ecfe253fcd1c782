"""Recipes to cook from: scaled, costed and added up to a shopping list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from enum import Enum
from fractions import Fraction

import attrs
from attrs import define, field, frozen, validators


class Difficulty(Enum):
    EASY = 1
    MEDIUM = 2
    HARD = 3


class PantryError(Exception):
    """Something is not there."""

    def __init__(self, name: str, missing: Fraction) -> None:
        super().__init__(f"{missing} of {name} missing")
        self.name = name
        self.missing = missing


@frozen
class Quantity:
    amount: Fraction = field(converter=Fraction, validator=validators.ge(0))
    unit: str = field(default="g", validator=validators.in_(["g", "ml", "piece"]))

    def __add__(self, other: Quantity) -> Quantity:
        if other.unit != self.unit:
            raise ValueError(f"cannot add {other.unit} to {self.unit}")
        return attrs.evolve(self, amount=self.amount + other.amount)

    def __mul__(self, factor: int | Fraction) -> Quantity:
        return attrs.evolve(self, amount=self.amount * factor)

    def __str__(self) -> str:
        if self.unit == "piece":
            return str(self.amount)
        if self.amount >= 1000:
            return f"{float(self.amount / 1000):g} {'kg' if self.unit == 'g' else 'l'}"
        return f"{float(self.amount):g} {self.unit}"


@frozen
class Step:
    text: str = field(converter=str.strip)
    minutes: int = field(default=0, validator=validators.ge(0))

    @text.validator
    def _says_something(self, attribute: attrs.Attribute, value: str) -> None:
        if not value:
            raise ValueError("a step needs a text")


@define
class Recipe:
    title: str
    serves: int = field(validator=[validators.instance_of(int), validators.ge(1)])
    ingredients: dict[str, Quantity] = field(factory=dict)
    steps: list[Step] = field(factory=list)
    source: str | None = field(default=None, kw_only=True)

    @property
    def minutes(self) -> int:
        return sum(step.minutes for step in self.steps)

    @property
    def difficulty(self) -> Difficulty:
        if len(self.steps) > 8 or self.minutes > 120:
            return Difficulty.HARD
        if len(self.steps) > 4 or self.minutes > 45:
            return Difficulty.MEDIUM
        return Difficulty.EASY

    def add(self, name: str, quantity: Quantity) -> None:
        """Add an ingredient, or more of it."""
        known = self.ingredients.get(name)
        self.ingredients[name] = quantity if known is None else known + quantity

    def scaled(self, serves: int) -> Recipe:
        """The recipe for another number of people."""
        if serves < 1:
            raise ValueError("somebody has to eat")
        factor = Fraction(serves, self.serves)
        ingredients = {name: quantity * factor for name, quantity in self.ingredients.items()}
        return attrs.evolve(self, serves=serves, ingredients=ingredients)


@define
class Pantry:
    """What is at home."""

    stock: dict[str, Quantity] = field(factory=dict)

    def missing(self, recipe: Recipe) -> dict[str, Quantity]:
        found = {}
        for name, wanted in recipe.ingredients.items():
            there = self.stock.get(name)
            if there is None:
                found[name] = wanted
            elif there.unit == wanted.unit and there.amount < wanted.amount:
                found[name] = attrs.evolve(wanted, amount=wanted.amount - there.amount)
        return found

    def cook(self, recipe: Recipe) -> None:
        """Use up what a recipe takes."""
        for name, lacking in self.missing(recipe).items():
            raise PantryError(name, lacking.amount)
        for name, wanted in recipe.ingredients.items():
            left = self.stock[name].amount - wanted.amount
            if left:
                self.stock[name] = attrs.evolve(self.stock[name], amount=left)
            else:
                del self.stock[name]


def shopping_list(recipes: Iterable[Recipe], pantry: Pantry | None = None) -> list[str]:
    """A line for each ingredient that has to be bought."""
    needed: dict[str, list[Quantity]] = defaultdict(list)
    for recipe in recipes:
        for name, quantity in recipe.ingredients.items():
            needed[name].append(quantity)
    lines = []
    for name, quantities in sorted(needed.items()):
        total = sum(quantities[1:], quantities[0])
        if pantry is not None and name in pantry.stock:
            there = pantry.stock[name].amount
            if there >= total.amount:
                continue
            total = attrs.evolve(total, amount=total.amount - there)
        lines.append(f"{name}: {total}")
    return lines


def to_record(recipe: Recipe) -> dict[str, object]:
    """Plain data, without what is not said."""
    return attrs.asdict(
        recipe,
        filter=lambda attribute, value: value is not None and value != [],
        value_serializer=lambda instance, attribute, value: str(value) if isinstance(value, Fraction) else value,
    )
