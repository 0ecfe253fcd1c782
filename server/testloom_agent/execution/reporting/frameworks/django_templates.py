"""The context that a view of Django passes to its template, and the messages it leaves for the user.

Only responses to the test client have them, since Django records rendered templates for tests.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from testloom_agent.execution.reporting.frameworks.django_rows import MOST, QUERIES
from testloom_agent.kinds import is_a
from testloom_agent.reflection.databases.django import is_model

FORMS = "django.forms.forms"
PLAIN = (type(None), bool, int, float, str)


def given_to_template(response: Any) -> Iterator[tuple[str, Any]]:
    """Yield the values in a template's context, each with the way a test reads it (`texts books`).

    These are the texts of rows, the errors of forms, and plain values. Of several names for one object, only
    the last is used, which in generic views is that of the model.
    """
    context: Any = getattr(response, "context", None)
    first: Any = context[0] if isinstance(context, list) and context else context  # of several templates
    own = getattr(first, "dicts", [])[getattr(first, "_processors_index", 0) + 1 :]
    held = {name: value for part in own for name, value in part.items()}
    names = {id(value): name for name, value in held.items()}
    for name, value in held.items():
        if type(value) not in PLAIN and names[id(value)] == name:
            yield from _told(name, value)
    yield from ((f"context {name}", value) for name, value in held.items() if type(value) in PLAIN)


def messages_for_user(response: Any) -> list[str]:
    """List the messages after a request that has added some, with earlier ones that were not shown."""
    storage: Any = getattr(getattr(response, "wsgi_request", None), "_messages", None)
    return [str(message) for message in storage] if getattr(storage, "added_new", False) else []


def _told(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    try:
        if is_model(type(value)):
            yield f"text {name}", str(value)
        elif _is_of(FORMS, "BaseForm", value):
            if errors := value._errors:  # a form that the view has not validated is not validated here
                yield (
                    f"errors {name}",
                    {field: [str(said) for said in all_] for field, all_ in errors.items()},
                )
        elif type(value) in (list, tuple) or _is_of(QUERIES, "QuerySet", value):
            yield from _told_of_rows(name, value)
    except MemoryError:
        raise
    except Exception:  # a row may have no text
        return


def _told_of_rows(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    rows = list(value[: MOST + 1])
    if len(rows) > MOST:
        return
    if all(is_model(type(row)) for row in rows):
        yield f"texts {name}", [str(row) for row in rows]
    elif all(type(row) in PLAIN for row in rows):
        yield f"listed {name}", rows


def _is_of(module: str, name: str, value: Any) -> bool:
    return module in sys.modules and is_a(value, vars(sys.modules[module])[name])
