"""URLs for parameters with a name like that of an address, where the code sends or handles requests."""

from __future__ import annotations

from testloom.model.subject import Parameter, Subject
from testloom.model.types import TypeRef
from testloom.search.providers.inputs.addresses import with_address
from testloom.search.providers.provider import ValueProvider

LIBRARIES = frozenset({"aiohttp", "django", "fastapi", "flask", "httpx", "requests", "starlette"})


class Addresses(ValueProvider):
    """Provides URLs for parameters with such names, in code that sends or handles requests."""

    name = "address"

    def kind_of(self, parameter: Parameter, subject: Subject) -> TypeRef | None:
        """Find a type that mostly yields addresses, for a parameter that is named like one.

        None if the subject imports no web library.
        """
        is_of_web = any(name.partition(".")[0] in LIBRARIES for name in subject.imports)
        if parameter.type.name not in ("str", "any") or not is_of_web:
            return None
        kinds = with_address(parameter.name, [TypeRef("str")])
        return TypeRef("union", tuple(kinds)) if len(kinds) > 1 else None
