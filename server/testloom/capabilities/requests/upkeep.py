"""Upkeep of requests: removal of bodies that are not needed, as handlers of GET and HEAD rarely read one."""

from __future__ import annotations

from collections.abc import Iterator

from testloom.capabilities.requests.statement import RequestStatement
from testloom.model.statements import LiteralStatement, TestCase
from testloom.model.subject import Subject
from testloom.search.minimisation.removal import without_unused
from testloom.search.providers.upkeep import Upkeep

WITHOUT_BODY = frozenset({"get", "head"})
OF_BODY = frozenset({"data", "files", "json", "content_type"})


class RequestUpkeep(Upkeep):
    """Removes the body of GET and HEAD requests, even where the handler reads the body of other requests."""

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
