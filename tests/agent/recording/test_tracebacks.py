"""How a recorded program ends is told as if nobody had recorded it."""

from __future__ import annotations

import pytest

from tests.agent.recorded_program import Project

WORK = """
def half(number):
    return 1 / number
def both(number):
    try:
        return half(number)
    except ZeroDivisionError as error:
        raise ValueError(number) from error
"""


@pytest.mark.parametrize(
    "program",
    [
        "from work import both\n\ndef main():\n    both(0)\n\nmain()\n",
        "import broken\n",
        "def main(:\n    pass\n",
        "print('begins')\nreturn 3\n",
        "raise KeyboardInterrupt\n",
        "import sys, work\nsys.excepthook = lambda *told: print(told[0], told[2].tb_lineno)\nwork.half(0)\n",
    ],
    ids=["exception", "import", "syntax", "late-syntax", "interrupt", "own-hook"],
)
def test_a_crash_is_told_as_without_the_recorder(project: Project, program: str) -> None:
    project.write(app=program, work=WORK, broken="import work\n\nwork.both(0)\n")
    out, err, status = project.plainly()

    assert status != 0
    assert project.run() == (out, err, status)


def test_a_crash_of_a_module_shows_frames_of_the_program_only(project: Project) -> None:
    project.write(app="from work import half\n\nhalf(0)\n", work=WORK)
    _, err, _ = project.run("-m", "app")

    files = [line.split('"')[1] for line in err.splitlines() if line.startswith("  File ")]
    assert files == [str(project.folder / "app.py"), str(project.folder / "work.py")]
