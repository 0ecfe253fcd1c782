"""Objects are shown whatever they are."""


def shown(value: object) -> str:
    """The text of a value, also of one that cannot tell."""
    try:
        return repr(value)
    except Exception as error:
        return f"<{type(value).__name__} cannot be shown: {error!r}>"


def label(value: object, width: int = 10) -> str:
    """A text of so many characters at most."""
    try:
        text = str(value)
    except ValueError:
        text = "invalid"
    return text if len(text) <= width else text[: width - 1] + "…"
