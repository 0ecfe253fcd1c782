"""A plugin that sets the import path, and the order, number and time limit of the tests."""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module, metadata
from inspect import unwrap
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

ORDERS = ("written", "reversed", "shuffled")
SHUFFLE_SEED = 7
SEARCH = "distributions"
"""The function of `importlib.metadata` by which pytest searches all folders of packages."""
TIMES_OF_PROPERTIES = 5
"""The time limit's factor for property tests: Hypothesis runs each 100 times, and first scans Unicode."""


class TookTooLongError(BaseException):
    """A test exceeded the time limit of a unit test; no `except Exception` of the subject catches this."""


def pytest_addoption(parser: Any, pluginmanager: Any) -> None:
    """Add the plugin's options, and load the installed plugins.

    Pytest is kept from loading them, as it would rewrite the assertions in all of their modules: for
    Hypothesis, this takes seconds whenever the result cannot be cached in files beside it.
    """
    load_installed(pluginmanager)
    group = parser.getgroup("testloom")
    group.addoption("--testloom-order", choices=ORDERS, default="written", help="the order of the tests")
    group.addoption("--testloom-repeat", type=int, default=1, metavar="N", help="run each test N times")
    group.addoption("--testloom-seconds", type=float, default=0.0, metavar="S", help="end a test after S s")
    group.addoption(
        "--testloom-without", action="append", default=[], metavar="NODE", help="leave a test out"
    )
    group.addoption("--testloom-root", default="", metavar="DIR", help="import the project from there")
    group.addoption(
        "--testloom-path", action="append", default=[], metavar="DIR", help="import modules from there, too"
    )
    group.addoption("--testloom-project", default="", metavar="DIR", help="the folder this is a copy of")
    group.addoption("--testloom-unaided", action="store_true", help="take --testloom-root off before tests")
    group.addoption("--testloom-ignored", default="", metavar="FILE", help="lists what git ignores")


def load_installed(pluginmanager: Any) -> None:
    """Load all installed plugins; after that, pytest need not search for any that an option names.

    A process that forked this one may have narrowed the search to those that it knows. This ends with it:
    plugins may search for something else when they are loaded.
    """
    found, search = list(metadata.distributions()), unwrap(metadata.distributions)

    def once() -> Sequence[metadata.Distribution]:
        setattr(metadata, SEARCH, search)
        return found

    setattr(metadata, SEARCH, once)
    pluginmanager.load_setuptools_entrypoints("pytest11")
    pluginmanager.load_setuptools_entrypoints = lambda _group, name=None: 0


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: Any) -> None:
    """Put the project first on the import path; pytest has already imported its own dependencies by then.

    Otherwise, modules of the project could replace them. Before it comes the folder of the package that the
    tests are in, which pytest puts there, too, but later than plugins import the project.

    The debugger is imported here, as pytest would import it only later, and a `cmd.py` of the project could
    become a part of it.
    """
    import_module("pdb")
    os.environ.pop("PYTEST_DISABLE_PLUGIN_AUTOLOAD", None)  # tests must not see it
    given = early_config.known_args_namespace
    packages = dict.fromkeys(_of_packages(early_config))
    folders = (*packages, given.testloom_root, *given.testloom_path, *_configured(early_config))
    sys.path[:0] = [folder for folder in folders if folder]


def _of_packages(config: Any) -> Iterator[str]:
    """Yield the folders that the packages of the tests are in: in the project, they are different ones."""
    given = config.known_args_namespace
    if not given.testloom_project or given.importmode != "prepend":
        return
    for argument in given.file_or_dir:
        folders = Path(config.invocation_params.dir, argument.partition("::")[0]).parents
        outside = next((one for one in folders if not (one / "__init__.py").is_file()), folders[-1])
        if outside != folders[0]:
            yield str(outside)


def _configured(config: Any) -> Iterator[str]:
    """Yield the folders of `pythonpath`, below the project itself: its copy contains only tests."""
    project = config.known_args_namespace.testloom_project
    try:
        folders = config.getini("pythonpath") if project else ()
    except ValueError:  # an option since pytest 7.0
        return
    for folder in folders:
        yield str(Path(project, os.path.relpath(folder, config.rootpath)))


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session: Any) -> None:
    """Leave only pytest's own entries on the import path if requested, with the project's paths."""
    given = session.config.known_args_namespace
    if given.testloom_unaided:
        for _ in ("by this plugin", "by the guard"):
            sys.path.remove(given.testloom_root)
        copy = str(session.config.rootpath)
        sys.path[:] = [entry.replace(copy, given.testloom_project, 1) for entry in sys.path]


def pytest_collection_modifyitems(config: Any, items: list[Any]) -> None:
    """Remove tests that are left out, and order the others."""
    without = set(config.getoption("--testloom-without"))
    dropped = [item for item in items if item.nodeid in without]
    items[:] = [item for item in items if item.nodeid not in without]
    if dropped:
        config.hook.pytest_deselected(items=dropped)
    order = config.getoption("--testloom-order")
    if order == "reversed":
        items.reverse()
    elif order == "shuffled":
        random.Random(SHUFFLE_SEED).shuffle(items)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: Any, nextitem: Any) -> bool | None:
    """Run a test more than once if requested."""
    for _ in range(item.config.getoption("--testloom-repeat") - 1):
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
        if any(report.failed for report in reports):
            for report in reports:
                item.ihook.pytest_runtest_logreport(report=report)
            return True
    return None


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: Any) -> Iterator[None]:
    """Stop a test that takes too long."""
    seconds = item.config.getoption("--testloom-seconds")
    if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
        seconds *= TIMES_OF_PROPERTIES
    if not seconds or not hasattr(signal, "setitimer"):
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise TookTooLongError(f"it ran for longer than {seconds:g} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)
