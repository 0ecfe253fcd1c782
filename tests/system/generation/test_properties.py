"""What holds for all values is said of all of them, where that notices what no example does."""

from __future__ import annotations

import sys
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest

from testloom.generation.file_job import FileJob
from testloom.generation.finding_tests import find_tests
from testloom.generation.properties import stating
from testloom.generation.proving.trial import Check, Workshop, environment_for
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.properties import PLUGIN as HYPOTHESIS
from testloom.model.settings import Settings
from testloom.writer import ProjectStyle, render

CODEC = """
def escape(text: str) -> str:
    return text.replace("%", "%25").replace(",", "%2C").replace(";", "%3B")


def unescape(text: str) -> str:
    return text.replace("%3B", ";").replace("%2C", ",").replace("%25", "%")


def squeeze(text: str) -> str:
    return " ".join(text.split())


def shorten(text: str) -> str:
    return text[1:]
"""


def properties_of(folder: Path) -> str:
    """The text of the tests that state properties, without strengthened examples."""
    (folder / "requirements-dev.txt").write_text("hypothesis\n")
    file = folder / "codec.py"
    file.write_text(CODEC)
    request = GenerationRequest(
        (Target(file),), Path(sys.executable), folder, settings=Settings(executions=100)
    )
    job = FileJob(request, file, request.targets, request.settings.budget, strengthening=0.0, unused=0.0)
    environment = replace(environment_for(request, file), plugins=frozenset({HYPOTHESIS}))
    checked: Future[float] = Future()
    checked.set_result(0.25)
    shop = Workshop(environment, folder / "tests" / "test_codec.py", Check(checked))

    suite = find_tests(job, shop).suite

    stated = [test for test in suite.tests if test.as_property is not None]
    assert all(suite.kills[test.id] for test in stated)
    return render(stated, suite.subject, None, ProjectStyle()).text


def test_inverse_and_idempotent_functions_are_said_to_be_so_of_all_texts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stating, "MANY", 100)

    text = properties_of(tmp_path)

    tests = text.partition("\n\n\n")[2].replace("@settings(deadline=None)\n@given(text=st.text())\n", "")
    assert tests.split("\n\n\n") == [
        "def test_unescape_undoes_escape(text):\n    assert unescape(escape(text)) == text",
        "def test_squeeze_is_idempotent(text):\n"
        "    once = squeeze(text)\n\n    assert squeeze(once) == once\n",
    ]
    assert "from hypothesis import given, settings\nfrom hypothesis import strategies as st\n" in text
