"""A test that queries a database of Django asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import pytest

from testloom.capabilities.django.database import DatabasePins, DatabaseStatement, ModelGuide
from testloom.capabilities.django.mail import MailPins, MailStatement
from testloom.capabilities.django.media import MediaPins, MediaStatement
from testloom.capabilities.django.requests import RequestValues
from testloom.capabilities.django.uploads import UPLOAD, UploadedFiles
from testloom.model.execution import RaisedException, Touch
from testloom.model.statements import CallStatement, TestCase
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import TypeRef
from testloom.oracle.pinning.pins import EnvironmentUse, Pin
from testloom.writer import render
from tests.unit.writer import building
from tests.unit.writer.building import Case, built

SUBJECT = Subject("m", "m.py")


def _pins(case: TestCase, touched: Sequence[Touch]) -> list[Pin]:
    return list(DatabasePins().pins(EnvironmentUse(case, touched, count(10), SUBJECT)))


def test_a_database_that_is_queried_is_asked_for() -> None:
    [pin] = _pins(TestCase(), [("database",)])

    assert pin.sure
    assert [type(statement) for statement in pin.statements] == [DatabaseStatement]


def test_a_database_is_asked_for_once_and_only_if_it_is_queried() -> None:
    assert _pins(TestCase((DatabaseStatement(1),)), [("database",)]) == []
    assert _pins(TestCase(), [("variable", "HOME")]) == []


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("'Loan' instance needs to have a primary key value before this relationship can be used.", True),
        ("""'<Loan: a>' needs to have a value for field "id" before this many-to-many relationship""", True),
        ("Cannot force an update in save() with no primary key.", True),
        ("""Cannot assign "'a'": "Loan.user" must be a "User" instance.""", True),
        ("the loan is over", False),
    ],
)
def test_objects_that_are_not_stored_are_the_fault_of_the_test(message: str, expected: bool) -> None:
    assert ModelGuide().blames_test(RaisedException("builtins:ValueError", message, False, True)) is expected


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Reverse for 'show' with keyword arguments '{'slug': ''}' not found. 1 pattern(s) tried: […]", True),
        ("Reverse for 'show' with arguments '(None,)' not found. 1 pattern(s) tried: […]", True),
        ("Reverse for 'show' with keyword arguments '{'pk': 1}' not found. 1 pattern(s) tried: […]", False),
        ("'shop' is not a registered namespace", False),
    ],
)
def test_an_address_that_is_made_of_nothing_is_the_fault_of_the_test(message: str, expected: bool) -> None:
    error = RaisedException("django.urls.exceptions:NoReverseMatch", message, False, True)

    assert ModelGuide().blames_test(error) is expected


def test_a_test_that_sends_mail_has_an_outbox_for_it() -> None:
    pins = MailPins().pins(EnvironmentUse(TestCase(), [("mail",)], count(10), SUBJECT))
    case = Case("share")
    case.statements.append(MailStatement(99))
    case.call("share", 3)

    assert [type(statement) for pin in pins for statement in pin.statements] == [MailStatement]
    text = render(built(case), building.SUBJECT, None, building.STYLE).text
    assert '@pytest.mark.usefixtures("mailoutbox")\ndef test_' in text


def test_a_test_that_stores_files_has_a_folder_for_them() -> None:
    pins = MediaPins().pins(EnvironmentUse(TestCase(), [("media",)], count(10), SUBJECT))
    case = Case("share")
    case.statements.append(MediaStatement(99))
    case.call("share", 3)

    assert [type(statement) for pin in pins for statement in pin.statements] == [MediaStatement]
    text = render(built(case), building.SUBJECT, None, building.STYLE).text
    assert 'settings.MEDIA_ROOT = tmp_path / "media"' in text
    assert "(settings, tmp_path):" in text


def test_the_user_whom_a_function_takes_is_one_of_the_project() -> None:
    user = TypeRef("accounts.models:User")
    create = Callable("accounts.models:User.objects.create", "function", returns=user, writes=(user.name,))
    subject = Subject("m", "m.py", {create.id: create}, imports=("django.forms",))
    values = RequestValues()

    assert values.kind_of(Parameter("user"), subject) == user
    assert values.kind_of(Parameter("owner"), subject) is None
    assert values.kind_of(Parameter("user"), SUBJECT) is None


def test_a_form_that_a_test_saves_unasked_is_the_fault_of_the_test() -> None:
    said = "The Loan could not be created because the data didn't validate."
    error = RaisedException("builtins:ValueError", said, False, True)
    form = CallStatement(1, "m:LoanForm")
    saved = TestCase((form, CallStatement(2, "m:LoanForm.save", 1)))
    sent = TestCase((form, CallStatement(2, "m:add", None, (1,))))

    assert ModelGuide().finds_lacking(saved, error, SUBJECT)
    assert not ModelGuide().finds_lacking(sent, error, SUBJECT)


@pytest.mark.parametrize(
    ("parameter", "is_file"),
    [
        (Parameter("upload", type=TypeRef("django.core.files.uploadedfile:UploadedFile")), True),
        (Parameter("upload", uses=("name", "size")), True),
        (Parameter("upload", uses=("chunks", "for")), True),
        (Parameter("upload", uses=("name",)), False),
    ],
)
def test_an_uploaded_file_is_told_by_what_code_asks_of_it(parameter: Parameter, is_file: bool) -> None:
    subject = Subject("m", "m.py", imports=("django.forms",))

    kind = UploadedFiles().kind_of(parameter, subject)

    assert kind == (TypeRef(UPLOAD) if is_file else None)
