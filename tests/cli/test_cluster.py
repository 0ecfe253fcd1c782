"""A whole project on a Dask cluster of two worker processes, which know nothing of its folder."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from testloom.continuous.working import cluster as cluster_executor
from tests.projects import pyproject

from .command import Ended, environment, run

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("default")

PRICES = """\
def price(amount: int) -> int:
    if amount > 9:
        return amount * 2
    return amount
"""
WORDS = """\
def plural(word: str) -> str:
    return word if word.endswith('s') else word + 's'
"""
CART = """\
from prices import price


class Cart:
    def __init__(self) -> None:
        self.sum = 0

    def add(self, amount: int) -> int:
        self.sum += price(amount)
        return self.sum
"""
COINS = """\
from hashlib import sha256


def is_mined(text: str) -> bool:
    if sha256(text.encode()).hexdigest().startswith("0" * 16):
        return True
    return False
"""
MODULES = {"prices": PRICES, "words": WORDS, "cart": CART}
OPTIONS = (
    "continuous",
    "--python",
    sys.executable,
    "--executions",
    "100",
    "--state",
    "../state.db",
    "--json",
)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=40
    ) as found:
        yield found


def make_project(folder: Path) -> Path:
    (folder / "project").mkdir(parents=True)
    (folder / "project" / "pyproject.toml").write_text(pyproject("shop"))
    for name, text in MODULES.items():
        (folder / "project" / f"{name}.py").write_text(text)
    return folder / "project"


def suites(project: Path) -> dict[str, str]:
    return {file.name: file.read_text() for file in (project / "tests").glob("test_*.py")}


@pytest.fixture(scope="module")
def local_suites(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    project = make_project(tmp_path_factory.mktemp("local"))
    assert run(project, *OPTIONS, "--executor", "local:1").status == 0
    return suites(project)


def test_a_cluster_gives_the_tests_that_one_process_here_gives(
    tmp_path: Path, cluster: Any, local_suites: dict[str, str]
) -> None:
    project = make_project(tmp_path)
    address = cluster.scheduler_address.removeprefix("tcp://")

    first = run(project, *OPTIONS, "--executor", f"dask://{address}")
    second = run(project, *OPTIONS, "--executor", f"dask://{address}")

    assert first.status == 0, first.err
    assert len(local_suites) == len(MODULES)
    assert suites(project) == local_suites
    assert first.events[-1]["units_run"] == len(MODULES)
    assert sorted(first.events[-1]["files"]) == sorted(str(f) for f in (project / "tests").glob("test_*.py"))
    assert second.events[-1]["units_skipped"] == {"complete": len(MODULES)}


@pytest.mark.skipif(os.name == "nt", reason="SIGKILL")
def test_the_jobs_of_a_worker_that_is_killed_are_done_elsewhere(
    tmp_path: Path, cluster: Any, local_suites: dict[str, str]
) -> None:
    project = make_project(tmp_path)
    address = cluster.scheduler_address.removeprefix("tcp://")
    command = [sys.executable, "-m", "testloom", *OPTIONS, "--executor", f"dask://{address}"]
    process = subprocess.Popen(
        command, cwd=project, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        while not (busy := _busy_workers(cluster)):
            assert process.poll() is None
            time.sleep(0.05)
        os.kill(busy[0], signal.SIGKILL)
        out, err = process.communicate(timeout=240)
    finally:
        process.kill()
        process.wait()

    assert process.returncode == 0, err
    assert Ended(0, out, err).events[-1]["units_run"] == len(MODULES)
    assert suites(project) == local_suites


@pytest.mark.skipif(os.name == "nt", reason="no signal for another process")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_jobs_of_a_command_that_is_ended_end(
    tmp_path: Path, cluster: Any, number: signal.Signals
) -> None:
    project = make_project(tmp_path)
    for name in MODULES:
        (project / f"{name}.py").write_text(COINS)
    address = cluster.scheduler_address.removeprefix("tcp://")
    endless = [option.replace("100", "100000000") for option in OPTIONS]
    process = subprocess.Popen(
        [sys.executable, "-m", "testloom", *endless, "--executor", f"dask://{address}"],
        cwd=project,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        while not _busy_workers(cluster):
            assert process.poll() is None
            time.sleep(0.05)
        if number == signal.SIGKILL:
            _have_all_tasks_wanted_by_a_client_that_is_gone(cluster)
        process.send_signal(number)
        out, err = process.communicate(timeout=20)
    finally:
        process.kill()
        process.wait()

    assert process.returncode == (-9 if number == signal.SIGKILL else 130), err
    until = time.monotonic() + 20
    while _busy_workers(cluster) and time.monotonic() < until:
        time.sleep(0.1)
    assert _busy_workers(cluster) == []
    assert suites(project) == {}
    if number != signal.SIGKILL:
        assert err.splitlines()[-1] == "testloom: Interrupted. Written: nothing."
        assert Ended(130, out, err).events[-1]["units_run"] == 0


@pytest.mark.skipif(os.name == "nt", reason="SIGKILL")
def test_a_scheduler_that_is_lost_ends_the_command_with_a_word(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    endless = [option.replace("100", "100000000") for option in OPTIONS]
    with scheduler() as (process, address):
        command = [sys.executable, "-m", "testloom", *endless, "--executor", f"dask://{address}"]
        running = subprocess.Popen(
            command, cwd=project, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        try:
            line = running.stdout.readline() if running.stdout else ""
            assert "progress" in line or "unit" in line, line
            process.kill()
            _, err = running.communicate(timeout=60)
        finally:
            running.kill()
            running.wait()

    assert running.returncode == 1
    assert f"The connection to the Dask scheduler at {address} is lost. What was finished is kept." in err
    assert "Traceback" not in err


@contextmanager
def scheduler() -> Iterator[tuple[Any, str]]:
    """A scheduler in a process of its own with a worker, and the address that it listens at."""
    dask = [sys.executable, "-m", "dask"]
    started = [*dask, "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    with subprocess.Popen(started, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        said = next(line for line in process.stderr if "Scheduler at:" in line)
        address = said.rpartition("tcp://")[2].strip()
        worker = subprocess.Popen(
            [*dask, "worker", f"tcp://{address}", "--nthreads", "1", "--no-dashboard", "--no-nanny"],
            stderr=subprocess.DEVNULL,
        )
        try:
            with distributed.Client(f"tcp://{address}", set_as_default=False) as client:
                client.wait_for_workers(1, timeout=30)
            yield process, address
        finally:
            for started_process in (worker, process):
                started_process.kill()
            worker.wait()


def _have_all_tasks_wanted_by_a_client_that_is_gone(cluster: Any) -> None:
    """What the scheduler does by itself if a client ends while the tasks that it sent are being read."""
    scheduler, done = cluster.scheduler, threading.Event()

    def want() -> None:
        scheduler.client_desires_keys(list(scheduler.tasks), "gone")
        done.set()

    cluster.loop.add_callback(want)
    assert done.wait(10)


def _busy_workers(cluster: Any) -> list[int]:
    """The processes of the workers that run a job."""
    return [nanny.pid for nanny in cluster.workers.values() if nanny.pid and _children(nanny.pid)]


def _children(pid: int) -> list[str]:
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, check=False)
    return listed.stdout.decode().split()


def test_a_cluster_that_is_not_there_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_executor, "SECONDS_TO_CONNECT", 1)

    ended = run(make_project(tmp_path), *OPTIONS, "--executor", "dask://127.0.0.1:9")

    assert ended.status == 2
    assert "No Dask scheduler answers at 127.0.0.1:9" in ended.err
