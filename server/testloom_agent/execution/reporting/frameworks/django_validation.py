"""Description of a Django form, or a serializer of Django REST framework: the results of its validation."""

from __future__ import annotations

from typing import Any

from testloom_agent.reflection.web.django.forms import is_form, is_serializer


def found_in_data(value: Any) -> dict[str, Any] | None:
    """Describe the errors of a form or serializer, or its valid data.

    Empty before validation; None for other objects.
    """
    is_of_django = is_form(type(value))
    if not is_of_django and not is_serializer(type(value)):
        return None
    if vars(value).get("_errors") is None:
        return {}
    if value.errors:
        return {"errors": _plain(value.errors)}
    name = "cleaned_data" if is_of_django else "validated_data"
    return {name: dict(getattr(value, name))}


def _plain(errors: Any) -> Any:
    """Convert errors to plain data, without the frameworks' own classes, which compare equal."""
    if isinstance(errors, dict):
        return {str(field): _plain(said) for field, said in errors.items()}
    return [_plain(said) for said in errors] if isinstance(errors, list) else str(errors)
