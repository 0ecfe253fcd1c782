from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from testloom.lsp.candidates import offers
from testloom.lsp.candidates.previews import Previews
from testloom.model.progress.offers import OfferedTest
from tests.projects import pyproject

EXISTING = "def test_zero():\n    assert True\n"
NEW = "def test_one():\n    assert 1\n"


@pytest.fixture
def test(tmp_path: Path) -> OfferedTest:
    (tmp_path / "pyproject.toml").write_text(pyproject("shop"))
    subject = tmp_path / "tools.py"
    subject.touch()
    return OfferedTest(tmp_path / "test_tools.py", "test_one", NEW, subject, "tools:f", (), NEW)


async def test_a_preview_that_is_asked_for_several_times_is_merged_once(
    test: OfferedTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    merged = offers.Merging.text

    def text(merging: offers.Merging) -> str:
        made.append(merging.chosen[0].name)
        return merged(merging)

    monkeypatch.setattr(offers.Merging, "text", text)
    previews = Previews()
    texts = await asyncio.gather(*(previews.text(test.file, EXISTING, [test], ()) for _ in range(4)))

    assert set(texts) == {f"{EXISTING}\n\n{NEW}"}
    assert made == ["test_one"]


async def test_a_preview_follows_its_test_the_file_and_the_style_of_the_project(test: OfferedTest) -> None:
    previews = Previews()
    settings = test.file.with_name("pyproject.toml")
    edited = replace(test, source=NEW.replace("1", "2"), complete=NEW.replace("1", "2"))
    first = await previews.text(test.file, None, [test], ())
    with settings.open("a") as stream:
        stream.write("[tool.black]\nline-length = 50\n")
    long = "def test_one():\n    assert [11111111, 22222222, 33333333, 44444444]\n"
    wide = replace(test, source=long, complete=long)
    texts = [
        await previews.text(test.file, None, [edited], ()),
        await previews.text(test.file, EXISTING, [test], ()),
        await previews.text(test.file, None, [wide], ()),
    ]
    settings.write_text(settings.read_text().replace("50", "100"))

    assert first == NEW
    assert texts[:2] == [edited.source, f"{EXISTING}\n\n{NEW}"]
    assert await previews.text(test.file, None, [wide], ()) != texts[2]
