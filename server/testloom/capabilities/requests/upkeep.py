"""Upkeep of requests: the format of bodies, texts of headers, and removal of bodies that are not needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from testloom.capabilities.requests.accepted import HEADERS
from testloom.capabilities.requests.statement import RequestStatement
from testloom.model.statements import LiteralStatement, TestCase
from testloom.model.subject import Subject
from testloom.search.minimisation.removal import without_unused
from testloom.search.providers.upkeep import Upkeep

WITHOUT_BODY = frozenset({"get", "head"})
FORMAT = "format"
OF_BODY = frozenset({"data", "files", "form", "json", "content_type"})


class RequestUpkeep(Upkeep):
    """Keeps the format of bodies to one that the client knows, and headers to texts that can be sent.

    It removes the body of GET and HEAD requests: handlers rarely read these, even where they read the body of
    other requests.
    """

    def restored(self, case: TestCase, subject: Subject) -> TestCase:
        """Restore the format and the headers of each request: with others, nothing is sent."""
        if RequestStatement not in case.kinds:
            return case
        admitted, headers = dict(_formats(case, subject)), set(_headers(case))
        for index, literal in enumerate(case.statements):
            if not isinstance(literal, LiteralStatement):
                continue
            known, value = admitted.get(literal.id, ()), literal.value
            if known and value not in known:
                case = case.replaced(index, LiteralStatement(literal.id, known[0]))
            elif literal.id in headers and isinstance(value, str) and (plain := _in_one_line(value)) != value:
                case = case.replaced(index, LiteralStatement(literal.id, plain))
        return case

    def plainer(self, case: TestCase, subject: Subject) -> Iterator[TestCase]:
        """Yield the test case without the body of one request whose method needs none."""
        said = {s.id: s.value for s in case.statements if isinstance(s, LiteralStatement)}
        for index, sent in enumerate(case.statements):
            if not isinstance(sent, RequestStatement):
                continue
            given, arguments = sent.given, {place.name: place.argument for place in sent.request.places}
            methods = [said.get(value) for name, value in given.items() if arguments.get(name) == "method"]
            kept = {name: value for name, value in given.items() if arguments.get(name) not in OF_BODY}
            if {*methods, sent.request.method} & WITHOUT_BODY and kept != given:
                bare = sent.replace(args=(), kwargs=tuple(kept.items()))
                yield without_unused(case.replaced(index, bare))


def _headers(case: TestCase) -> Iterator[int]:
    """Yield the values of the headers of requests."""
    for sent in case.statements:
        if isinstance(sent, RequestStatement):
            places = (place.name for place in sent.request.places if place.argument == HEADERS)
            yield from (sent.given[name] for name in places if name in sent.given)


def _in_one_line(text: str) -> str:
    """A text without what no client sends in a header: other letters than those of ASCII, and line ends."""
    words = "".join(letter if letter.isascii() and letter.isprintable() else " " for letter in text)
    return " ".join(words.split()) if words != text else text


def _formats(case: TestCase, subject: Subject) -> Iterator[tuple[int, Sequence[Any]]]:
    """Yield the values that say the format of a body, each with those that its place admits."""
    for sent in case.statements:
        known = subject.callables.get(sent.callable) if isinstance(sent, RequestStatement) else None
        if isinstance(sent, RequestStatement) and known is not None:
            names = {place.name for place in sent.request.places if place.argument == FORMAT}
            for parameter in known.parameters:
                if parameter.name in names and parameter.name in sent.given:
                    yield sent.given[parameter.name], parameter.type.values
