"""Before a request, its client's session and its application's configuration hold what is looked up there."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from testloom.capabilities.requests import RequestStatement
from testloom.capabilities.requests.held import HeldStatement
from testloom.model.requests import Place
from testloom.model.statements import LiteralStatement
from testloom.model.subject import Callable, Parameter
from testloom.model.types import TypeRef
from testloom.search.providers.knowledge import Knowledge
from tests.unit.capabilities.test_requests import SHOW, application, requests_of

PLACES = (
    Place("number", "path", "number"),
    Place("user", "session", "user"),
    Place("limit", "config", "LIMIT"),
)
PARAMETERS = (
    Parameter("number", type=TypeRef("int")),
    Parameter("user", type=TypeRef("str"), has_default=True),
    Parameter("limit", type=TypeRef("int"), has_default=True),
)
SHOWN = Callable("bank:show", "function", None, PARAMETERS, request=SHOW._replace(places=PLACES))


def test_what_is_looked_up_is_there_at_times_behind_the_client_and_before_its_requests() -> None:
    seen = set()
    for seed in range(40):
        builder = Knowledge(application(SHOWN), ["bank:show"], Random(seed)).builder()
        builder.call_of(SHOWN)
        builder.call_of(SHOWN)
        requests = requests_of(builder.draft)
        held = [s for s in builder.draft.statements if isinstance(s, HeldStatement)]
        kinds = [type(s) for s in builder.draft.statements if isinstance(s, HeldStatement | RequestStatement)]
        assert {s.client for s in held} <= {request.receiver for request in requests}
        assert kinds == [HeldStatement] * len(held) + [RequestStatement] * 2
        assert all({*request.given} <= {"number"} for request in requests)
        seen.add(tuple(sorted((s.holder, s.key) for s in held)))

    user, limit = ("session", "user"), ("config", "LIMIT")
    assert seen == {(), (user,), (limit,), (limit, user)}


def test_what_a_handler_always_needs_is_there_more_often_than_what_it_looks_up() -> None:
    given: dict[bool, int] = {}
    for is_needed in (True, False):
        limit = Parameter("limit", type=TypeRef("int"), has_default=not is_needed)
        shown = replace(SHOWN, parameters=(*PARAMETERS[:2], limit))
        for seed in range(40):
            builder = Knowledge(application(shown), ["bank:show"], Random(seed)).builder()
            builder.call_of(shown)
            held = [s for s in builder.draft.statements if isinstance(s, HeldStatement)]
            given[is_needed] = given.get(is_needed, 0) + any(s.key == "LIMIT" for s in held)

    assert given[True] > 30 > given[False]


@pytest.mark.parametrize(("key", "said"), [("Authorization", "Bearer a"), ("X-Key", "a")])
def test_a_request_is_sent_with_a_key_that_a_dictionary_of_the_configuration_has(key: str, said: str) -> None:
    places = (Place("key", "headers", key), Place("tokens", "config", "TOKENS"))
    tokens = TypeRef("dict", (TypeRef("literal", values=("a",)), TypeRef("str")))
    parameters = (Parameter("key", type=TypeRef("str")), Parameter("tokens", type=tokens, has_default=True))
    shown = replace(SHOWN, parameters=parameters, request=SHOW._replace(path="/", places=places))
    sent = []
    for seed in range(60):
        builder = Knowledge(application(shown), ["bank:show"], Random(seed)).builder()
        builder.call_of(shown)
        [request] = requests_of(builder.draft)
        values = {s.id: s.value for s in builder.draft.statements if isinstance(s, LiteralStatement)}
        sent.append(values.get(request.given["key"]) == said)

    assert sent.count(True) > 3
