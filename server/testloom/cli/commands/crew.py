"""The workers for the jobs of a project: local processes, or a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from testloom.continuous import DistantWorkers, LocalWorkers, Order, Resources, Workers, parcel_files
from testloom.platform.processes import processors


@contextmanager
def crew(order: Order, executor: int | str | None) -> Iterator[tuple[Order, Workers]]:
    """Provide the workers, which are closed afterwards, and the order with as many cores as they have.

    Args:
        order: the order to be run.
        executor: the number of simultaneous jobs on this machine, None for one per core; or the address of a
            cluster.

    Raises:
        UsageError: if the cluster cannot be used.
        ProjectError: at the first job, if the project's interpreter lacks what tests need.
    """
    if isinstance(executor, str):
        with _on_cluster(order, executor) as found:
            yield found
        return
    cores = executor or processors()
    workers = LocalWorkers(cores, checked=partial(_check_tools, order.python))
    try:
        yield _with_cores(order, cores), workers
    finally:
        workers.close()


@contextmanager
def _on_cluster(order: Order, address: str) -> Iterator[tuple[Order, Workers]]:
    from testloom.continuous.working.cluster import (
        check_connection,
        cluster_client,
        cores_of,
        run_wanted,
        sent,
    )

    with cluster_client(address) as client:
        cores, executor = cores_of(client), client.get_executor(pure=False)
        files, check = sent(client, parcel_files(order)), partial(check_connection, client, address)
        try:
            yield (
                _with_cores(order, cores),
                DistantWorkers(executor, cores, order, files, partial(run_wanted, client.id), check),
            )
        finally:
            executor.shutdown(wait=False)


def _check_tools(python: Path) -> None:
    from testloom.execution import guarded_command
    from testloom.measurement import check_tools

    check_tools(python, guarded_command)


def _with_cores(order: Order, cores: int) -> Order:
    return replace(order, resources=Resources(cores, order.resources.seconds))
