from __future__ import annotations

from testloom.lsp.reporting.explanations import shortest_call

SOURCE = """\
def test_touch_raises(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    path = "a"

    with pytest.raises(ValueError):
        touch(path, False)
"""


def test_the_call_of_a_finding_is_told_without_the_folder_that_its_test_runs_in() -> None:
    assert shortest_call(SOURCE) == "path = 'a'; touch(path, False)"
