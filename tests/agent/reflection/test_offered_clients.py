"""Which fixtures are clients of a web application: those that send requests to it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from testloom_agent.reflection.fixtures import _offered

APP = object()


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(SimpleNamespace(app=APP, get=print, post=print), APP, id="a client"),
        pytest.param(SimpleNamespace(application=APP, get=print, post=print), APP, id="a client of Flask"),
        pytest.param(SimpleNamespace(app=APP, invoke=print), None, id="what runs commands"),
    ],
)
def test_what_sends_requests_is_a_client_of_its_application(value: object, expected: object) -> None:
    assert _offered("it", value).app is expected
