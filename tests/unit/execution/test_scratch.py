from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from testloom.generation import own_folder, own_scratch

SERVER = Path(__file__).parents[3] / "server"
HOLDER = """
import sys, tempfile
from testloom.generation import own_scratch
with own_scratch():
    tempfile.mkdtemp()
    print("ready", flush=True)
    sys.stdin.read()
"""

pytestmark = pytest.mark.skipif(os.name == "nt", reason="what is left behind stays there on Windows")


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@pytest.fixture
def holder(temporary: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Another process that has a scratch folder."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER],
        env={**os.environ, "PYTHONPATH": str(SERVER), "TMPDIR": str(temporary)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin is not None and process.stdout is not None
    with process.stdin, process.stdout:
        assert process.stdout.readline() == b"ready\n"
        yield process
    process.wait()


def test_temporary_files_lie_in_the_scratch_folder_and_are_gone_with_it(temporary: Path) -> None:
    with own_scratch() as scratch:
        assert Path(tempfile.mkdtemp()).parent == scratch

    assert list(temporary.iterdir()) == []
    assert tempfile.gettempdir() == str(temporary)


@pytest.mark.process
def test_what_a_killed_process_left_is_removed_by_the_next(
    temporary: Path, holder: subprocess.Popen[bytes]
) -> None:
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    [left] = temporary.iterdir()

    with own_scratch() as scratch:
        assert list(temporary.iterdir()) == [scratch] != [left]


@pytest.mark.process
def test_what_a_living_process_has_stays(temporary: Path, holder: subprocess.Popen[bytes]) -> None:
    [used] = temporary.iterdir()

    with own_scratch():
        pass

    assert list(temporary.iterdir()) == [used]


def test_folders_of_threads_of_one_process_stay_until_their_own_end(temporary: Path) -> None:
    with own_folder() as one:
        with own_folder() as other:
            assert sorted(temporary.iterdir()) == sorted([one, other])

        assert list(temporary.iterdir()) == [one]


def test_a_folder_that_is_about_to_be_locked_stays(temporary: Path) -> None:
    (temporary / "testloom-job-new").mkdir()
    (temporary / "testloom-job-old").mkdir()
    os.utime(temporary / "testloom-job-old", (0, 0))

    with own_scratch():
        pass

    assert [entry.name for entry in temporary.iterdir()] == ["testloom-job-new"]
