"""Upkeep of requests: the format of bodies, and removal of those that are not needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from testloom.capabilities.requests.statement import RequestStatement
from testloom.model.statements import LiteralStatement, TestCase
from testloom.model.subject import Subject
from testloom.search.minimisation.removal import without_unused
from testloom.search.providers.upkeep import Upkeep

WITHOUT_BODY = frozenset({"get", "head"})
FORMAT = "format"
OF_BODY = frozenset({"data", "files", "form", "json", "content_type"})


class RequestUpkeep(Upkeep):
    """Keeps the format of bodies to one that the client knows, and removes the body of GET and HEAD requests.

    Handlers rarely read these, even where they read the body of other requests.
    """

    def restored(self, case: TestCase, subject: Subject) -> TestCase:
        """Restore the format of each request to one that its place admits: with others, nothing is sent."""
        if RequestStatement not in case.kinds:
            return case
        admitted = dict(_formats(case, subject))
        for index, literal in enumerate(case.statements):
            known = admitted.get(literal.id, ())
            if isinstance(literal, LiteralStatement) and known and literal.value not in known:
                case = case.replaced(index, LiteralStatement(literal.id, known[0]))
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


def _formats(case: TestCase, subject: Subject) -> Iterator[tuple[int, Sequence[Any]]]:
    """Yield the values that say the format of a body, each with those that its place admits."""
    for sent in case.statements:
        known = subject.callables.get(sent.callable) if isinstance(sent, RequestStatement) else None
        if isinstance(sent, RequestStatement) and known is not None:
            names = {place.name for place in sent.request.places if place.argument == FORMAT}
            for parameter in known.parameters:
                if parameter.name in names and parameter.name in sent.given:
                    yield sent.given[parameter.name], parameter.type.values
