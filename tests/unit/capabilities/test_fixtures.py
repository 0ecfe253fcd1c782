"""What fixtures of the project yield takes the place of objects that are hard to make."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from testloom.capabilities import CAPABILITIES
from testloom.capabilities.databases.sessions import ADD, COMMIT
from testloom.model.databases import Databases, Models
from testloom.model.statements import CallStatement
from testloom.model.subject import Callable, Parameter, Subject, SubjectClass
from testloom.model.types import TypeRef
from testloom.search.providers.knowledge import Knowledge

LINE, DESK = TypeRef("office:Line"), TypeRef("office:Desk")


def _subject(*parameters: Parameter) -> Subject:
    callables = [
        Callable("office:Line", "constructor", "office:Line", parameters),
        Callable(
            "office:use", "function", None, (Parameter("line", type=LINE), Parameter("other", type=LINE))
        ),
        Callable("office:use_line", "function", None, (Parameter("line"),)),
        Callable("pytest.fixture:line", "function", returns=LINE, in_subject=False),
    ]
    return Subject(
        "office",
        "office.py",
        callables={known.id: known for known in callables},
        classes={"office:Line": SubjectClass("office:Line")},
        capabilities=CAPABILITIES,
    )


def _called(subject: Subject, function: str, seed: int) -> list[str]:
    """What a test calls that is made for a function."""
    knowledge = Knowledge(subject, [function], Random(seed))
    builder = knowledge.builder()
    builder.call_of(subject.callables[function])
    return [s.callable for s in builder.draft.statements if isinstance(s, CallStatement)]


def test_a_fixture_gives_what_no_constructor_makes_of_plain_values() -> None:
    subject = _subject(Parameter("desk", type=DESK))
    found = [_called(subject, "office:use", seed) for seed in range(10)]

    assert all(calls == ["pytest.fixture:line", "office:use"] for calls in found)


def test_other_objects_are_made_beside_a_fixture_where_that_is_easy() -> None:
    subject = _subject(Parameter("number", type=TypeRef("int")))
    made = {name for seed in range(20) for name in _called(subject, "office:use", seed)}

    assert {"pytest.fixture:line", "office:Line"} <= made


def test_a_parameter_that_is_called_like_a_fixture_gets_it() -> None:
    subject = _subject(Parameter("desk", type=DESK))
    found = [_called(subject, "office:use_line", seed) for seed in range(10)]

    assert sum("pytest.fixture:line" in calls for calls in found) > 7


def test_a_session_that_a_fixture_yields_gets_rows() -> None:
    session = TypeRef("sqlalchemy.orm.session:Session")
    callables = [
        Callable("office:use", "function", None, (Parameter("session", type=session),)),
        Callable(
            "office:Desk", "constructor", "office:Desk", (Parameter("number", "keyword", TypeRef("int")),)
        ),
        Callable("pytest.fixture:session", "function", returns=session, in_subject=False),
    ]
    models = Models(session.name, classes=("office:Desk",))
    subject = replace(_subject(), callables={c.id: c for c in callables}, databases=Databases(models=models))
    found = [_called(subject, "office:use", seed) for seed in range(20)]

    stored = ["pytest.fixture:session", "office:Desk", ADD, COMMIT, "office:use"]
    assert stored in found
    assert ["pytest.fixture:session", "office:use"] in found
