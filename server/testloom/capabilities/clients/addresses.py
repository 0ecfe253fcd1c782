"""URLs for parameters with a name like that of an address, where the code sends or handles requests."""

from __future__ import annotations

import re
from collections.abc import Iterator

from testloom.model.statements import LiteralStatement, TestCase
from testloom.model.subject import Parameter, Subject
from testloom.model.types import ANY, TypeRef, alternatives
from testloom.search.minimisation.handing import Handed, handed, with_argument
from testloom.search.minimisation.removal import without_unused
from testloom.search.providers.inputs.types.addresses import ADDRESS, with_address
from testloom.search.providers.provider import ValueProvider
from testloom.search.providers.upkeep import Upkeep

LIBRARIES = frozenset({"aiohttp", "django", "fastapi", "flask", "httpx", "quart", "requests", "starlette"})
SENT_TO = re.compile(r"https?://(.*@)?example\.com(?![\w.])")
"""Whole addresses; minimisation would leave `http://e` of one."""
UNANSWERED = 4
"""What a text that is not an address lacks: no request is sent there, so that no answer takes statements."""


class Addresses(ValueProvider):
    """Provides URLs for parameters with such names, in code that sends or handles requests."""

    name = "address"

    def kind_of(self, parameter: Parameter, subject: Subject) -> TypeRef | None:
        """Find a type that mostly yields addresses, for a parameter that is named like one.

        None if the subject imports no web library.
        """
        return _with_address(parameter) if _is_of_web(subject) else None


class AddressUpkeep(Upkeep):
    """Prefers addresses to other texts, where the code sends or handles requests."""

    def lacks(self, case: TestCase, subject: Subject) -> int:
        """Count the texts that stand for addresses but are none, each as much as an answer takes."""
        return UNANSWERED * sum(1 for _ in _other_texts(case, subject))

    def plainer(self, case: TestCase, subject: Subject) -> Iterator[TestCase]:
        """Yield the test case with an address instead of one such text."""
        for argument in _other_texts(case, subject):
            address = LiteralStatement(case.fresh_id, ADDRESS)
            yield without_unused(with_argument(case, argument.call, argument.place, (address,)))


def _is_of_web(subject: Subject) -> bool:
    return any(name.partition(".")[0] in LIBRARIES for name in subject.imports)


def _with_address(parameter: Parameter) -> TypeRef | None:
    text = TypeRef("str")
    known = [text] if parameter.type == ANY else alternatives(parameter.type)
    kinds = with_address(parameter.name, known) if text in known else known
    return TypeRef("union", tuple(kinds)) if len(kinds) > len(known) else None


def _other_texts(case: TestCase, subject: Subject) -> Iterator[Handed]:
    """Yield the texts that are given for addresses but are none."""
    if _is_of_web(subject):
        for argument in handed(case, subject):
            said = argument.given.value if isinstance(argument.given, LiteralStatement) else None
            if isinstance(said, str) and not _is_address(said, subject) and _with_address(argument.parameter):
                yield argument


def _is_address(text: str, subject: Subject) -> bool:
    return bool(SENT_TO.match(text)) or ("://" in text and text in subject.constants)
