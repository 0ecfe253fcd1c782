"""The measures of the source count what they say."""

from __future__ import annotations

from pathlib import Path

from tests.quality.house import CROWDED, LONG, measures


def test_crowded_packages_and_functions_that_are_long_or_wide_are_counted(tmp_path: Path) -> None:
    full, other = tmp_path / "server" / "testloom" / "full", tmp_path / "server" / "testloom_agent" / "other"
    for folder, number in ((full, CROWDED + 1), (other, CROWDED)):
        folder.mkdir(parents=True)
        for name in ("__init__", *(f"part{place}" for place in range(number))):
            (folder / f"{name}.py").write_text("")
    wide = "def wide(a, b, c, *, d, e, f, g): ...\nclass One:\n    def narrow(self, a, b, c, d, e, f): ...\n"
    (full / "part0.py").write_text(wide)
    body = "    pass\n" * LONG
    (other / "part0.py").write_text(f"def long():\n{body}\ndef short():\n{body[:-9]}")

    found = measures(tmp_path)

    assert found["packages of more than 12 modules"] == "1"
    assert found["the largest of them"] == "testloom/full 13"
    assert found["functions of more than 6 parameters"] == "1"
    assert found["functions of more than 40 lines"] == "1"
