"""A pytest plugin: runs tests in reversed order, leaves some out, and notes which one was started.

It is loaded with `-p` into the project's pytest and imports nothing but the standard library.
"""

from __future__ import annotations

from typing import Any


def pytest_addoption(parser: Any) -> None:
    """Add the plugin's options."""
    group = parser.getgroup("testloom")
    group.addoption("--testloom-reverse", action="store_true", help="run the tests last to first")
    group.addoption(
        "--testloom-without", action="append", default=[], metavar="NODE", help="leave a test out"
    )
    group.addoption("--testloom-progress", default="", metavar="FILE", help="note each test that starts")


def pytest_collection_modifyitems(config: Any, items: list[Any]) -> None:
    """Take tests out and reverse the rest."""
    without = set(config.getoption("--testloom-without"))
    dropped = [item for item in items if item.nodeid in without]
    items[:] = [item for item in items if item.nodeid not in without]
    if dropped:
        config.hook.pytest_deselected(items=dropped)
    if config.getoption("--testloom-reverse"):
        items.reverse()


def pytest_runtest_protocol(item: Any) -> None:
    """Note the test before it starts, in case it never ends."""
    progress = item.config.getoption("--testloom-progress")
    if progress:
        with open(progress, "a", encoding="utf-8") as stream:
            stream.write(f"{item.nodeid}\n")
