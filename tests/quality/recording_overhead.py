"""What recording costs a program: seconds as a multiple of those without, beside `sys.setprofile`.

`python -m tests.quality.recording_overhead` runs each program five times each way, in turns, so that a busy
machine slows all of them, and takes the fastest. The programs time themselves: starting Python is left out.
"""

from __future__ import annotations

import argparse
import configparser
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from testloom.execution import recorded_command

ROUNDS = 5
TIMED = """
import sys, time
if "profile" in sys.argv:
    sys.setprofile(lambda *event: None)
start = time.perf_counter()
main()
sys.setprofile(None)
print(time.perf_counter() - start)
"""
CALLS = "def step(number): return number + 1\n"
TINY = "from calls import step\ndef main():\n    for number in range(500_000): step(number)\n"
PARSING = """
from settings import ConfigParser
TEXT = "".join(f"[section{n}]\\nname = value {n}\\nlist = a, b\\n\\n" for n in range(300))
def main():
    for _ in range(12):
        parser = ConfigParser()
        parser.read_string(TEXT)
        for section in parser.sections(): parser.get(section, "name")
"""
PROGRAMS = {"nothing but tiny calls": TINY, "configparser at work": PARSING}


def main() -> int:
    """Print a line for each program."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        (folder / "calls.py").write_text(CALLS)
        shutil.copy(configparser.__file__, folder / "settings.py")
        for what, source in PROGRAMS.items():
            (folder / "program.py").write_text(source + TIMED)
            plain, recorded, profiled = _fastest(folder)
            print(f"{what}: recorded {recorded / plain:.1f} x, sys.setprofile {profiled / plain:.1f} x")
    return 0


def _fastest(folder: Path) -> Iterator[float]:
    """Seconds without anything, with the recorder, and with a profile function that does nothing."""
    python = Path(sys.executable)
    recorder = recorded_command(python, folder / "journal", folder, name="program")
    ways = [
        [str(python), "program.py"],
        [*recorder, "program.py"],
        [str(python), "program.py", "profile"],
    ]
    runs = [[_seconds(way, folder) for way in ways] for _ in range(ROUNDS)]
    return (min(times) for times in zip(*runs, strict=True))


def _seconds(command: list[str], folder: Path) -> float:
    (folder / "journal").unlink(missing_ok=True)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return float(done.stdout)


if __name__ == "__main__":
    sys.exit(main())
