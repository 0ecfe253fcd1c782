"""Monthly sales reports from an export of orders."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

REQUIRED = ["order_id", "customer_id", "ordered_at", "quantity", "unit_price"]


class ReportError(ValueError):
    """The export cannot be reported on."""


def load_orders(path: str | Path) -> pd.DataFrame:
    """Read an export and parse its dates."""
    orders = pd.read_csv(path)
    missing = [column for column in REQUIRED if column not in orders.columns]
    if missing:
        raise ReportError(f"missing columns: {', '.join(missing)}")
    orders["ordered_at"] = pd.to_datetime(orders["ordered_at"])
    return orders


def with_revenue(orders: pd.DataFrame) -> pd.DataFrame:
    """Add what each order brought in; orders without a price count as nothing."""
    result = orders.copy()
    result["unit_price"] = result["unit_price"].fillna(0.0)
    result["revenue"] = result["quantity"] * result["unit_price"]
    return result


def revenue_by_region(orders: pd.DataFrame, customers: pd.DataFrame) -> pd.DataFrame:
    """Revenue for each region, the largest first; customers without one are 'unknown'."""
    if orders.empty:
        return pd.DataFrame({"region": [], "revenue": []})
    merged = with_revenue(orders).merge(customers, on="customer_id", how="left")
    merged["region"] = merged["region"].fillna("unknown")
    totals = merged.groupby("region", as_index=False)["revenue"].sum()
    return totals.sort_values("revenue", ascending=False).reset_index(drop=True)


def monthly_revenue(orders: pd.DataFrame) -> pd.Series:
    """Revenue per month, with zeros for months without orders."""
    priced = with_revenue(orders)
    priced["ordered_at"] = pd.to_datetime(priced["ordered_at"])
    return priced.set_index("ordered_at")["revenue"].resample("MS").sum()


def growth(monthly: pd.Series) -> pd.Series:
    """Change against the month before, in percent; infinite growth is left out."""
    change = monthly.pct_change() * 100
    return change.replace([np.inf, -np.inf], np.nan).dropna().round(1)


def top_customers(orders: pd.DataFrame, count: int = 3) -> list[tuple[str, float]]:
    """Customers with the highest revenue."""
    if count < 1:
        raise ValueError("count must be positive")
    totals = with_revenue(orders).groupby("customer_id")["revenue"].sum()
    best = totals[totals > 0].nlargest(count)
    return [(str(customer), float(total)) for customer, total in best.items()]


def flag_outliers(orders: pd.DataFrame, limit: float = 3.0) -> pd.DataFrame:
    """Mark orders whose revenue is far from the mean."""
    flagged = with_revenue(orders)
    spread = flagged["revenue"].std()
    if pd.isna(spread) or spread == 0:
        flagged["is_outlier"] = False
        return flagged
    score = (flagged["revenue"] - flagged["revenue"].mean()).abs() / spread
    flagged["is_outlier"] = score > limit
    return flagged


def size_classes(orders: pd.DataFrame) -> dict[str, int]:
    """How many orders are small, medium and large."""
    bins = pd.cut(orders["quantity"], bins=[0, 5, 20, np.inf], labels=["small", "medium", "large"])
    counts = bins.value_counts()
    return {name: int(counts[name]) for name in ["small", "medium", "large"]}


def pivot_quantities(orders: pd.DataFrame) -> pd.DataFrame:
    """Quantities by weekday and product."""
    dated = orders.assign(weekday=pd.to_datetime(orders["ordered_at"]).dt.day_name())
    return dated.pivot_table(
        index="weekday", columns="product", values="quantity", aggfunc="sum", fill_value=0
    )


def write_summary(orders: pd.DataFrame, customers: pd.DataFrame, path: Path) -> int:
    """Write the revenue of regions to a CSV file and return the number of regions."""
    summary = revenue_by_region(orders, customers)
    if summary.empty:
        raise ReportError("nothing to report")
    summary.to_csv(path, index=False)
    return len(summary)
