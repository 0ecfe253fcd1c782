"""Forms, which are classes that are handed around, and checks, which are functions."""


class Field:
    """A field of a form."""

    def __init__(self, required=False, check=None):
        self.required = required
        self.check = check


class Form:
    """What forms derive from; their attributes that are fields are asked for."""

    title = "form"

    @classmethod
    def fields(cls):
        return {name: each for name, each in vars(cls).items() if isinstance(each, Field)}


def filled(kind: type[Form], answers: dict[str, str]) -> dict:
    """Fill a form."""
    values = {}
    for name, field in kind.fields().items():
        if name not in answers:
            if field.required:
                raise LookupError(f"{kind.title}: {name} is missing")
            continue
        if field.check is not None and not field.check(answers[name]):
            raise ValueError(f"{kind.title}: {name} is wrong")
        values[name] = answers[name]
    return values


def retried(action, attempts, on_failure=None):
    """Do what may fail, again and again, and tell how often it took."""
    for attempt in range(1, attempts + 1):
        try:
            result = action(attempt)
        except OSError as error:
            if on_failure is not None and on_failure(error, attempt=attempt) is False:
                raise
            continue
        if result:
            return attempt
    return None
