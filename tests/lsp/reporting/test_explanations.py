from __future__ import annotations

import pytest

from testloom.lsp.reporting.explanations import explain_finding, shortest_call
from testloom.model.events.jobs import Finding

SOURCE = """\
def test_touch_raises(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    path = "a"

    with pytest.raises(ValueError):
        touch(path, False)
"""


def test_the_call_of_a_finding_is_told_without_the_folder_that_its_test_runs_in() -> None:
    assert shortest_call(SOURCE) == "path = 'a'; touch(path, False)"


@pytest.mark.parametrize(
    ("exception", "named"),
    [
        ("builtins:ValueError", "ValueError"),
        ("binascii:Error", "binascii.Error"),
        ("signal:SIGSEGV", "SIGSEGV"),
    ],
)
def test_an_exception_is_named_as_in_a_traceback(exception: str, named: str) -> None:
    finding = Finding("shop.codes:decode", 1, exception, "", "def test_decode():\n    decode('a')\n")

    assert f" {named}" in explain_finding(finding)
