"""Dicts as arguments and results."""


def restock(stock: dict[str, int], minimum: int) -> dict[str, int]:
    missing = {}
    for item, count in stock.items():
        if count < minimum:
            missing[item] = minimum - count
    return missing
