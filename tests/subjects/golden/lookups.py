"""A result that may be None is compared by identity."""


def find(names: list[str], prefix: str) -> str | None:
    for name in names:
        if name.startswith(prefix):
            return name
    return None
