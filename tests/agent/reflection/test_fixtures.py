"""Fixtures of a project: each is tried as the first one of a test, and some are clients of an application."""

from __future__ import annotations

import tempfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from testloom_agent.reflection.fixtures import _offered, usable_fixtures

CONFTEST = """
import pytest

@pytest.fixture
def store(tmp_path):
    (tmp_path / "store").mkdir()
    return tmp_path / "store"

@pytest.fixture
def shelf(store):
    return [store]
"""


def test_no_fixture_finds_the_files_of_another_trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    conftest = tmp_path / "conftest.py"
    conftest.write_text(CONFTEST)

    _, offered = usable_fixtures([str(conftest)], lambda: None)

    assert [one.name for one in offered] == ["store", "shelf"]


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
