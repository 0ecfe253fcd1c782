"""Columns that attributes name: those of an object, of what it is configured with, and of parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.agent.describing import callables

Described = Callable[..., Any]
SOURCE = """
class pandas:
    class DataFrame: ...
    DataFrame.__module__ = "pandas"
DataFrame = pandas.DataFrame

@dataclasses.dataclass(frozen=True)
class Config:
    date_col: str = "ordered"
    value_col: str = "amount"
    top: int = 3

@dataclasses.dataclass
class Report:
    df: DataFrame
    config: Config = dataclasses.field(default_factory=Config)

    def __post_init__(self):
        self.group = "region"
        self.value = self.config.value_col

    def total(self):
        return self.df.groupby(self.group)[self.value].sum()

    def first(self):
        dates = self.config.date_col
        return self.df[dates].min()

class Chart:
    def __init__(self, df, x_col, config: Config | None = None, y="sold"):
        self.df = df
        self.x = x_col
        self.y = y
        self.config = config or Config()
        self.extra = Config()

    def points(self):
        return self._pair(self.x), self.df[self.y].max(), self.df[self.extra.value_col].std()

    def _pair(self, name):
        return self.df[name].min(), self.df[self.config.date_col].max()

def latest(df, config: Config):
    return df[config.date_col].max()
"""


def uses(described: Described, name: str, place: int = 0) -> set[str]:
    return set(callables(described(SOURCE))[name]["parameters"][place]["uses"])


def test_columns_that_a_configuration_names_are_its_defaults(described: Described) -> None:
    assert "['ordered']max" in uses(described, "latest")
    assert "['ordered']min" in uses(described, "Report")


def test_columns_are_what_a_constructor_stores(described: Described) -> None:
    found = uses(described, "Report")

    assert {"['region']groupby", "['amount']sum"} <= found


def test_a_parameter_that_a_constructor_stores_names_a_column_of_another(described: Described) -> None:
    found = uses(described, "Chart")

    assert {"['x']min", "['sold']max", "['ordered']max", "['amount']std"} <= found
    assert "==:'x'" in uses(described, "Chart", 1)
    assert "==:'sold'" in uses(described, "Chart", 3)


def test_columns_of_a_class_that_cannot_tell_its_signature_are_its_attributes(described: Described) -> None:
    source = """
    class Late:
        def __get__(self, instance, owner):
            raise NameError("name 'Imported' is not defined")

    class Config:
        __signature__ = Late()
        date_col = "ordered"

    def latest(rows, config: Config):
        return rows[config.date_col]
    """

    assert "['ordered']" in set(callables(described(source))["latest"]["parameters"][0]["uses"])
