"""Upkeep of requests: the format of bodies, and removal of those that are not needed."""

from __future__ import annotations

from collections.abc import Iterator

from testloom.capabilities.requests.statement import RequestStatement
from testloom.model.statements import LiteralStatement, TestCase
from testloom.model.subject import Subject
from testloom.search.minimisation.removal import without_unused
from testloom.search.providers.upkeep import Upkeep

WITHOUT_BODY = frozenset({"get", "head"})
FORMAT = "format"
OF_BODY = frozenset({"data", "files", "json", "content_type"})


class RequestUpkeep(Upkeep):
    """Keeps the format of bodies to one that the client knows, and removes the body of GET and HEAD requests.

    Handlers rarely read these, even where they read the body of other requests.
    """

    def restored(self, case: TestCase, subject: Subject) -> TestCase:
        """Restore the format of each request to one that its place admits: with others, nothing is sent."""
        said = {
            s.id: (place, s) for place, s in enumerate(case.statements) if isinstance(s, LiteralStatement)
        }
        for sent in case.statements:
            if not isinstance(sent, RequestStatement) or not (known := subject.callables.get(sent.callable)):
                continue
            kinds = {parameter.name: parameter.type.values for parameter in known.parameters}
            for place in sent.request.places:
                index, literal = said.get(sent.given.get(place.name, 0), (0, None))
                admitted = kinds.get(place.name, ())
                if place.argument == FORMAT and literal and admitted and literal.value not in admitted:
                    case = case.replaced(index, LiteralStatement(literal.id, admitted[0]))
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
