"""Measurements take hours and are run by hand; that each of them starts is seen here."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path

import pytest

import tests.quality

FOLDER = Path(tests.quality.__file__).parent
MEASUREMENTS = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")


@pytest.mark.parametrize("name", MEASUREMENTS)
def test_a_measurement_starts_and_says_what_it_is_for(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module = importlib.import_module(f"tests.quality.{name}")
    monkeypatch.setattr(sys, "argv", [f"{name}.py", "--help"])

    with pytest.raises(SystemExit) as ended:
        module.main()

    assert ended.value.code == 0
    said = " ".join(capsys.readouterr().out.split())
    assert str(module.__doc__).partition("\n")[0] in said


def test_the_folder_says_what_each_measurement_is_about() -> None:
    assert set(MEASUREMENTS) <= set(re.findall(r"`(\w+)`", str(tests.quality.__doc__)))


def test_packages_import_no_measurements() -> None:
    imported = re.compile(r"^from \.\.(\w+)? import (\w+)|^from \.\.(\w+)", re.MULTILINE)
    for file in FOLDER.glob("*/*.py"):
        names = {name for found in imported.findall(file.read_text(encoding="utf-8")) for name in found}
        assert not names & set(MEASUREMENTS), file
