"""Jobs on an existing Dask cluster."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from testloom import __version__
from testloom.continuous.working.away import run_parcel
from testloom.continuous.working.parcels import Delivered, Parcel
from testloom.model.errors import ProjectError, UsageError

if TYPE_CHECKING:
    from distributed import Client

SECONDS_TO_CONNECT = 10
SECONDS_BETWEEN_QUESTIONS = 2.0
"""The seconds between a worker's requests to the busy scheduler whether a job's client is still connected."""
LOGS = ("distributed", "distributed.client")
LOST = (OSError, RuntimeError, asyncio.TimeoutError)
"""The exceptions of a request to a lost scheduler: a connection fails, or the event loop is closed."""


@contextmanager
def cluster_client(address: str) -> Iterator[Client]:
    """Provide a client of the cluster whose scheduler listens at HOST:PORT.

    Raises:
        UsageError: if `distributed` is not installed, no scheduler answers, or its workers cannot run jobs.
    """
    try:
        from distributed import Client
    except ImportError:
        raise UsageError(
            "A Dask cluster needs the package distributed.",
            "Install testloom[dask] here and where the workers run.",
        ) from None
    for name in LOGS:  # Testloom has its own messages for users
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = Client(f"tcp://{address}", timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError, asyncio.TimeoutError) as error:
        what = f"No Dask scheduler answers at {address}: {error or type(error).__name__}."
        raise UsageError(what, "Start it with `dask scheduler`, or correct the address.") from None
    with client:
        _check_workers(client, address)
        yield client


def check_connection(client: Client, address: str) -> None:
    """Make sure that the scheduler is still there.

    Raises:
        ProjectError: if the connection to it is lost.
    """
    if client.status != "running":
        what = f"The connection to the Dask scheduler at {address} is lost."
        raise ProjectError(what, "What was finished is kept. Start the scheduler, then run it again.")


def cores_of(client: Client) -> int:
    """Count how many jobs the workers run at once."""
    return sum(client.nthreads().values())


def sent(client: Client, files: Mapping[str, bytes]) -> Any:
    """Send the files to the cluster, as a value that any of its jobs may get as an argument.

    They are the result of a task, so that the scheduler can create them anew if the workers that have them
    are lost.
    """
    return client.submit(_same, dict(files), pure=False)


def run_wanted(client: str, parcel: Parcel, files: Mapping[str, bytes]) -> Delivered:
    """Run a job on a worker, as long as the client with this id waits for the results.

    The scheduler cancels the tasks of a disconnected client, except those that it was still reading at that
    time. Besides, a thread continues even if its task was cancelled, so the job itself has to check.

    Raises:
        Reschedule: if the task was cancelled. The scheduler may want it again before it ends, as when another
            worker with its files is lost; the worker would then take the part that was found for the result.
    """
    from distributed import Reschedule, get_client, get_worker

    worker, here = get_worker(), get_client()
    key = worker.get_current_task()
    next_question = 0.0
    was_cancelled = False

    def is_unwanted() -> bool:
        nonlocal next_question, was_cancelled
        task = worker.state.tasks.get(key)
        if task is None or task.state == "cancelled":
            was_cancelled = True
            return True
        if time.monotonic() < next_question:
            return False
        try:
            connected = here.run_on_scheduler(_is_connected, client)
        except LOST:  # the scheduler is gone, and nothing is left to notify
            return True
        next_question = time.monotonic() + SECONDS_BETWEEN_QUESTIONS
        return not connected

    delivered = run_parcel(parcel, files, is_unwanted)
    if was_cancelled:
        raise Reschedule
    return delivered


def _is_connected(client: str, dask_scheduler: Any) -> bool:
    """Check whether a client is connected; runs in the scheduler, which Dask passes by parameter name."""
    return client in dask_scheduler.client_comms


def _same(files: dict[str, bytes]) -> dict[str, bytes]:
    return files


def _check_workers(client: Client, address: str) -> None:
    """Check that there are workers with this version of Testloom.

    Raises:
        UsageError: if there are none, or one has another version.
    """
    try:
        versions = client.run(version)
    except Exception as error:  # the import on a worker may raise anything
        what = f"The workers of {address} cannot import Testloom: {error}."
        raise UsageError(what, f"Install testloom[dask]=={__version__} where they run.") from None
    if not versions:
        raise UsageError(f"The scheduler at {address} has no workers.", "Start some with `dask worker`.")
    if others := {found for found in versions.values() if found != __version__}:
        what = f"A worker of {address} has Testloom {min(others)}, this is {__version__}."
        raise UsageError(what, "Install the same version everywhere.")


def version() -> str:
    """Return the version of Testloom on the machine where this runs."""
    return __version__
