"""Sets have no order."""


def labels(text: str) -> set[str]:
    if not text:
        return set()
    return {word.strip() for word in text.split(",")}


def common(first: set[int], second: set[int]) -> frozenset[int]:
    return frozenset(first & second)
