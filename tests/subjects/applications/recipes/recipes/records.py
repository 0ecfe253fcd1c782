"""The records of a recipe book as they are stored: JSON, read and checked by msgspec."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Unit = Literal["g", "ml", "piece"]
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Positive = Annotated[float, msgspec.Meta(gt=0)]


class IngredientRecord(msgspec.Struct, frozen=True):
    name: Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z -]*$")]
    amount: Positive
    unit: Unit = "g"


class RecipeRecord(msgspec.Struct, rename="camel"):
    title: Title
    serves: Annotated[int, msgspec.Meta(ge=1, le=50)]
    ingredients: list[IngredientRecord]
    cooking_minutes: int = 0
    tags: set[str] = msgspec.field(default_factory=set)


class Book(msgspec.Struct, tag_field="version", tag="2", forbid_unknown_fields=True):
    recipes: list[RecipeRecord] = []


class InvalidBook(ValueError):
    """What was read is no recipe book."""


def load(data: bytes) -> Book:
    """Read a book."""
    try:
        return msgspec.json.decode(data, type=Book)
    except msgspec.ValidationError as error:
        raise InvalidBook(str(error)) from error
    except msgspec.DecodeError as error:
        raise InvalidBook("this is no JSON") from error


def dump(book: Book) -> bytes:
    return msgspec.json.format(msgspec.json.encode(book), indent=2)


def merge(first: Book, second: Book) -> Book:
    """One book of two; where both have a recipe of the same title, the second wins."""
    recipes = {recipe.title.casefold(): recipe for recipe in first.recipes}
    for recipe in second.recipes:
        recipes[recipe.title.casefold()] = recipe
    return Book(sorted(recipes.values(), key=lambda recipe: recipe.title))


def tagged(book: Book, *tags: str) -> list[RecipeRecord]:
    """The recipes that have all the tags."""
    wanted = set(tags)
    return [recipe for recipe in book.recipes if wanted <= recipe.tags]


def change(recipe: RecipeRecord, **fields: object) -> RecipeRecord:
    """A recipe with other fields, checked like one that is read."""
    unknown = fields.keys() - set(recipe.__struct_fields__)
    if unknown:
        raise TypeError(f"recipes have no {', '.join(sorted(unknown))}")
    changed = msgspec.structs.asdict(recipe) | fields
    named = {recipe.__struct_encode_fields__[recipe.__struct_fields__.index(k)]: v for k, v in changed.items()}
    try:
        return msgspec.convert(msgspec.to_builtins(named), type=RecipeRecord)
    except msgspec.ValidationError as error:
        raise InvalidBook(str(error)) from error
