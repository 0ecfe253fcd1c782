"""Functions that return what they are not annotated to return, and some that only seem to."""


def number(text: str) -> int:
    if text == "":
        return None  # type: ignore[return-value]
    return len(text)


def stub(text: str) -> int: ...


def first(text: str) -> str | None:
    return text[0] if text else None


def ratio(total: int) -> float:
    return total


def handed(value=None) -> str:
    return value


def total(price: float) -> float:
    if price > 0:
        return price + 1.0
    print("free of charge")
    return None  # type: ignore[return-value]
