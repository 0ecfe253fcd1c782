"""Which columns code looks up in frames of pandas, and what it does with them."""

from __future__ import annotations

import ast
import sys
from textwrap import dedent
from types import ModuleType
from typing import Any

import pytest

from testloom_agent.reflection.bodies.lookups.columns import columns_named
from testloom_agent.reflection.bodies.lookups.frame_methods import knows_frames
from testloom_agent.reflection.bodies.lookups.frames import FrameReader
from testloom_agent.reflection.bodies.lookups.reader import lookups_of
from tests.agent.describing import callables


def columns(body: str, *names: str) -> dict[str, set[str]]:
    """What is done with each column of a frame, of the parameter `df` or the one that is named."""
    (name,) = names or ("df",)
    source = f"def f({name}, other):\n" + "\n".join(f"    {line}" for line in dedent(body).splitlines())
    (node,) = ast.parse(source).body
    assert isinstance(node, ast.FunctionDef)
    uses = lookups_of(node, FrameReader([name, "other"])).uses[name]
    found: dict[str, set[str]] = {}
    for use in uses:
        key, _, rest = use.removeprefix("['").partition("']")
        found.setdefault(key, set()).update([rest] if rest else [])
    return found


def test_columns_that_methods_are_told_are_looked_up() -> None:
    found = columns("df.groupby('region', as_index=False)['revenue'].sum().sort_values('revenue')")

    assert found["region"] == {"groupby"}
    assert {"sum", "sort_values"} <= found["revenue"]


def test_columns_are_followed_through_names_masks_and_lists() -> None:
    found = columns("good = df[df['score'] > 3]\nreturn good[['name', 'age']].loc[good['paid'], 'city']")

    assert found["score"] == {">", "==:3"}
    assert set(found) == {"score", "name", "age", "paid", "city"}


def test_columns_that_the_code_adds_are_none_that_it_needs() -> None:
    found = columns("df['total'] = df['price'] * 2\nnew = df.assign(tax=1)\nreturn new['total'] + new['tax']")

    assert set(found) == {"price"}


def test_rows_and_functions_that_methods_call_look_up_columns() -> None:
    found = columns("for _, row in df.iterrows():\n    row['a']\ndf.apply(lambda entry: entry['b'], axis=1)")

    assert set(found) == {"a", "b"}


def test_a_column_of_joined_frames_may_be_one_of_either() -> None:
    body = "merged = df.merge(other, on='id')\nreturn merged['name'].fillna('')"

    assert columns(body) == columns(body.replace("df.merge(other", "other.merge(df"))
    assert columns(body) == {"id": {"merge"}, "name": {"<joined>", "fillna"}}


@pytest.mark.parametrize(
    "body",
    [
        "e = pl.col('x')\ne = e.fill_null(pl.col('x'))",
        "a = pl.col('x')\nb = a.add(pl.col('x'))\na = b.add(pl.col('x'))\ne = a.add(pl.col('x'))",
    ],
)
def test_expressions_that_name_themselves_have_an_end(body: str) -> None:
    assert "y" in columns(f"{body}\ndf.filter(e > 1, pl.col('y') > 1)")


def test_what_follows_the_assignment_of_a_column_is_looked_up() -> None:
    assert set(columns("new = df.copy()\nnew['a'] = 1\nreturn new['b'].sum()")) == {"b"}


def test_columns_of_expressions_are_those_of_the_frame_whose_method_takes_them() -> None:
    body = """
    used = pl.col("kwh").diff().over("meter")
    months = df.with_columns(used=used).group_by("town", pl.col("day").dt.month().alias("month"))
    return months.agg(pl.col("used").sum()).filter(pl.col("paid")).sort("month")
    """

    assert columns(body) == {
        "kwh": {"diff", "over"},
        "meter": {"over"},
        "town": {"group_by"},
        "day": {"dt", "month", "alias"},
        "paid": {"~"},
    }


def test_attributes_of_rows_and_columns_of_named_rows_are_looked_up() -> None:
    body = (
        "for row in df.itertuples():\n    row.a.days\n    row.Index\n[entry['b'] for entry in df.to_dicts()]"
    )

    assert columns(body) == {"a": {"days"}, "b": set()}


def test_what_is_made_of_a_column_by_a_function_says_nothing_of_the_column() -> None:
    body = "late = (df['due'] - df['paid_on']).dt\nreturn df['kind'].map(rates) * 2, df[~df['done']]"

    assert columns(body) == {"due": {"-", "dt"}, "paid_on": {"-"}, "kind": {"map"}, "done": {"~"}}


def test_what_groups_make_of_columns_is_done_with_these() -> None:
    found = columns("return df.groupby('project').agg(people=('person', 'nunique'), sum=('amount', 'sum'))")

    assert found == {"project": {"groupby"}, "person": {"nunique"}, "amount": {"sum"}}


def test_a_column_that_tells_which_of_two_is_meant_is_a_mask() -> None:
    found = columns("return np.where(df['paid'], df['total'] * 2, 0)")

    assert "~" in found["paid"] and "~" not in found["total"]


def test_long_chains_of_methods_are_read_once() -> None:
    chain = ".dropna()" * 60

    assert columns(f"return df{chain}['a'].sum()") == {"a": {"sum"}}


def test_columns_are_named_by_constants_lists_and_loops() -> None:
    reader = FrameReader(["df"], {"PRICE": "price", "KEYS": ["town", "year"]})
    body = """
    def f(df):
        for name in ("low", "high"):
            df[name] = df[name].clip(0)
        wanted = ["a", "b"]
        wanted.append("c")
        return df[wanted], df.groupby(KEYS)[PRICE].sum()
    """
    (node,) = ast.parse(dedent(body)).body
    assert isinstance(node, ast.FunctionDef)
    uses = lookups_of(node, reader).uses["df"]

    assert {"['low']clip", "['high']clip", "['a']", "['b']", "['c']", "['price']sum"} <= {*uses}
    assert {"['town']groupby", "['year']groupby"} <= {*uses}


def test_a_parameter_that_names_a_column_is_called_as_the_column_of_the_frame(
    described: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", ModuleType("pandas"))
    source = """
    import pandas as pd

    def total(frame, customer_col, price="amount", mask=None):
        return summed(frame[mask], customer_col, price)

    def summed(df, key: str, value: str):
        return df.groupby([key])[value].sum()
    """
    frame, customer, price, mask = callables(described(source))["total"]["parameters"]

    assert {"['customer']groupby", "['amount']sum"} <= set(frame["uses"])
    assert "==:'customer'" in customer["uses"]
    assert "==:'amount'" in price["uses"]
    assert not any("mask" in use for parameter in (frame, mask) for use in parameter["uses"])


@pytest.mark.parametrize(
    ("parameter", "columns"),
    [
        ("price_col", {"price_col": "price"}),
        ("column_name_price", {"column_name_price": "price"}),
        ("col", {"col": "col"}),
        ("color", {}),
        ("rows: list[str]", {}),
        ("price: str | None = None", {"price": "price"}),
        ("price='amount'", {"price": "amount"}),
    ],
)
def test_the_column_that_a_parameter_names_is_told_by_it(parameter: str, columns: dict[str, str]) -> None:
    (node,) = ast.parse(f"def f(df, {parameter}): ...").body
    assert isinstance(node, ast.FunctionDef)

    assert columns_named(node) == columns


def test_frames_are_followed_only_where_pandas_is_imported() -> None:
    assert not knows_frames({"ast": ast, "text": "pandas"})


def test_columns_of_a_frame_that_an_object_keeps_are_looked_up(
    described: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", ModuleType("pandas"))
    source = """
    import pandas as pd

    class Report:
        def __init__(self, df):
            self.df = df

        def totals(self):
            return self.df.groupby("region")["revenue"].sum()
    """
    [parameter] = callables(described(source))["Report"]["parameters"]

    assert {"['region']groupby", "['revenue']sum"} <= set(parameter["uses"])


@pytest.mark.parametrize("parameter", ["request", "incoming: web.Request"])
def test_a_module_may_know_frames_and_requests(
    described: Any, monkeypatch: pytest.MonkeyPatch, parameter: str
) -> None:
    for library in ("pandas", "aiohttp", "aiohttp.web"):
        monkeypatch.setitem(sys.modules, library, ModuleType(library))
    vars(sys.modules["aiohttp"])["web"] = sys.modules["aiohttp.web"]
    source = f"""
    import pandas as pd
    from aiohttp import web

    async def show({parameter}):
        return {parameter.partition(":")[0]}.query["page"]

    def totals(df):
        return df.query("age > 3").groupby("region")["revenue"].sum()
    """
    found = callables(described(source))

    assert ".query['page']" in found["show"]["parameters"][0]["uses"]
    assert {"['region']groupby", "['revenue']sum"} <= set(found["totals"]["parameters"][0]["uses"])


def test_no_object_of_a_module_is_asked_where_it_comes_from() -> None:
    class Odd(ModuleType):
        def __getattribute__(self, name: str) -> Any:
            raise RuntimeError(name)

    assert not knows_frames({"odd": Odd("pandas_like"), "kind": Odd})
    assert knows_frames({"odd": Odd("pandas")})


def test_it_is_found_out_once_for_a_module_which_libraries_it_has_imported(
    described: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr("testloom_agent.reflection.bodies.parameters.passing.knows_frames", asked.append)

    described("def first(a): return second(a)\n\ndef second(b): return b['x']")

    assert len(asked) == 1


@pytest.mark.parametrize(
    ("body", "is_in_time"),
    [
        pytest.param("return df.resample('D').sum()", True, id="resampled"),
        pytest.param("return df.copy().index.hour * 60", True, id="the hours of its index"),
        pytest.param("return pd.infer_freq(df.index)", True, id="the frequency of its index"),
        pytest.param("return df['due'].dt.tz_localize('UTC')", False, id="a column of moments"),
        pytest.param("return df.dt.tz_localize('UTC')", False, id="a series of moments"),
        pytest.param("return df.index.name", False, id="any index"),
    ],
)
def test_rows_have_moments_where_code_asks_for_them(body: str, is_in_time: bool) -> None:
    assert ("<times>" in columns(body)) == is_in_time


def test_the_column_by_which_rows_are_resampled_is_looked_up() -> None:
    assert columns("df.resample('D', on='due').sum()")["due"] == {"resample"}


def test_a_group_of_rows_looks_up_columns_of_the_frame() -> None:
    assert set(columns("for name, group in df.groupby('team'):\n    print(group['points'].sum())")) == {
        "team",
        "points",
    }


@pytest.mark.parametrize(
    "body",
    [
        "missing = [name for name in REQUIRED if name not in df.columns]",
        "for name in REQUIRED:\n    if name not in df.columns:\n        raise KeyError(name)",
        "missing = set(REQUIRED) - set(df.columns)",
        "missing = set(REQUIRED).difference(df.columns)",
        "if not set(REQUIRED) <= set(df.columns):\n    raise KeyError",
        "if not set(df.columns) >= set(REQUIRED):\n    raise KeyError",
        "if not set(REQUIRED).issubset(df.columns):\n    raise KeyError",
    ],
)
def test_columns_that_code_requires_by_a_list_of_names_are_looked_up(body: str) -> None:
    assert set(columns(f"REQUIRED = ['name', 'price']\n{body}")) == {"name", "price"}


@pytest.mark.parametrize(
    "body",
    [
        "df.set_index('due')['hours'].resample('D').sum()",
        "indexed = df.set_index('due')\nindexed['hours'].resample('D').sum()",
        "df = df.set_index('due')\ndf['hours'].groupby(df.index.month).sum()",
    ],
)
def test_a_column_that_becomes_the_index_has_the_moments_that_rows_are_asked_for(body: str) -> None:
    assert columns(body)["due"] == {"set_index", "resample"}
