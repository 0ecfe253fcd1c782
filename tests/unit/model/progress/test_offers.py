"""Offered tests whose files have other names."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom.model.progress.offers import OfferedTest

TEST = OfferedTest(Path("/app/tests/test_a.py"), "test_a", "", Path("/app/a.py"), "a:f", (), "")


@pytest.mark.parametrize(
    ("was", "now", "file", "subject"),
    [
        pytest.param("/app/tests/test_a.py", "/app/test_b.py", "/app/test_b.py", "/app/a.py", id="the file"),
        pytest.param("/app", "/shop", "/shop/tests/test_a.py", "/shop/a.py", id="the folder of both"),
        pytest.param("/app/a.py", "/app/b.py", "/app/tests/test_a.py", "/app/b.py", id="the source alone"),
        pytest.param("/ap", "/shop", "/app/tests/test_a.py", "/app/a.py", id="another folder"),
    ],
)
def test_a_test_goes_with_its_file(was: str, now: str, file: str, subject: str) -> None:
    moved = TEST.moved(Path(was), Path(now))

    assert (moved.file, moved.subject) == (Path(file), Path(subject))
