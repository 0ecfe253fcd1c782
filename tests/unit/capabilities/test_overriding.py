"""Handlers get the session of the test in the place of the one that they depend on."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from testloom.capabilities.databases.sessions import ADD as STORED
from testloom.capabilities.databases.sessions import CREATED, SESSION, SHARED
from testloom.capabilities.requests.overriding import OverrideStatement
from testloom.capabilities.requests.recognition import RequestGuide
from testloom.model.databases import Databases, Models
from testloom.model.execution import RaisedException
from testloom.model.requests import Place, Request
from testloom.model.statements import CallStatement, FixedCallStatement, TestCase
from testloom.model.subject import Callable, Parameter
from testloom.model.types import TypeRef
from testloom.search.providers.knowledge import Knowledge
from tests.unit.capabilities.test_requests import CLIENT, application, requests_of

MODELS = Models("sqlalchemy.orm.session:Session", "bank:Base.metadata")
PLACES = (Place("name", "params", "name"), Place("db", "override", "bank:get_db"))
ADD = Request(CLIENT, "bank:app", "post", "/books", PLACES)
PARAMETERS = (
    Parameter("name", type=TypeRef("str")),
    Parameter("db", type=TypeRef("sqlalchemy.orm.session:Session"), has_default=True),
)


def test_a_session_that_all_threads_can_use_takes_the_place_of_a_dependency_once() -> None:
    handler = Callable("bank:add", "function", None, PARAMETERS, request=ADD)
    subject = replace(application(handler), databases=Databases(models=MODELS))
    knowledge = Knowledge(subject, ["bank:add"], Random(1))
    builder = knowledge.builder()
    for _ in range(3):
        builder.call_of(handler)

    [session] = [
        s for s in builder.draft.statements if isinstance(s, CallStatement) and s.callable == SESSION
    ]
    [engine] = [
        s for s in builder.draft.statements if isinstance(s, FixedCallStatement) and s.callable == CREATED
    ]
    [override] = [s for s in builder.draft.statements if isinstance(s, OverrideStatement)]
    assert (override.app, override.dependency, override.value) == ("bank:app", "bank:get_db", session.id)
    assert engine.text == SHARED and [name for name, _ in engine.kwargs] == ["poolclass"]
    assert [{*request.given} for request in requests_of(builder.draft)] == [{"name"}] * 3


def test_who_sends_a_request_is_somebody_that_the_test_has_stored() -> None:
    member = Callable("bank:Member", "constructor", "bank:Member", returns=TypeRef("bank:Member"))
    places = (
        Place("db", "override", "bank:get_db"),
        Place("user", "override", "bank:current_user"),
        Place("token", "headers", "Authorization", "Bearer "),
    )
    parameters = (
        *PARAMETERS[1:],
        Parameter("user", type=TypeRef("bank:Member"), has_default=True),
        Parameter("token", type=TypeRef("str")),
    )
    handler = Callable("bank:add", "function", None, parameters, request=ADD._replace(places=places))
    models = replace(MODELS, classes=("bank:Member",))
    issue = Callable("bank:create_token", "function", returns=TypeRef("str"))
    subject = replace(application(handler, member, issue), databases=Databases(models=models))
    settled = []
    for seed in range(30):
        builder = Knowledge(subject, ["bank:add"], Random(seed)).builder()
        builder.call_of(handler)
        overrides = [s for s in builder.draft.statements if isinstance(s, OverrideStatement)]
        users = [override.value for override in overrides if override.dependency == "bank:current_user"]
        added = {
            value
            for s in builder.draft.statements
            if isinstance(s, CallStatement) and s.callable.endswith("Session.add")
            for value in s.args
        }
        assert {*users} <= added
        [request] = requests_of(builder.draft)
        assert ("token" in request.given) is not bool(users)
        issued = [s for s in builder.draft.statements if getattr(s, "callable", "") == issue.id]
        assert not (users and issued)
        settled.append(bool(users))

    assert {*settled} == {True, False}
    assert settled.count(True) > 21


def test_a_row_that_the_application_would_not_have_stored_is_the_fault_of_the_test() -> None:
    refused, other = (
        RaisedException(f"fastapi.exceptions:{name}", "", explicit=False, in_subject=False)
        for name in ("ResponseValidationError", "FastAPIError")
    )

    assert RequestGuide().blames_test(refused) and not RequestGuide().blames_test(other)


def test_a_row_of_another_session_is_the_fault_of_the_test() -> None:
    said = "Object '<User at 0x1>' is already attached to session '2' (this is '3')"
    stored, closed = (
        RaisedException("sqlalchemy.exc:InvalidRequestError", message, explicit=False, in_subject=False)
        for message in (said, "This session is closed")
    )

    assert RequestGuide().blames_test(stored) and not RequestGuide().blames_test(closed)


def test_a_user_in_the_place_of_a_dependency_who_is_not_stored_is_the_fault_of_the_test() -> None:
    models = Models("sqlalchemy.orm.session:Session", classes=("bank:User",))
    subject = replace(application(), databases=Databases(models=models))
    error = RaisedException("sqlalchemy.exc:IntegrityError", "", explicit=False, in_subject=True)
    user, add = CallStatement(1, "bank:User"), CallStatement(2, STORED, None, (1,))
    closed = RaisedException("builtins:ValueError", "", explicit=False, in_subject=True)
    instead = OverrideStatement(3, "bank:app", "bank:current_user", 1)

    assert RequestGuide().finds_lacking(TestCase((user, instead)), error, subject)
    assert not RequestGuide().finds_lacking(TestCase((user, add, instead)), error, subject)
    assert not RequestGuide().finds_lacking(TestCase((user, instead)), closed, subject)
