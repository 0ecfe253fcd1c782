"""Tasks of Celery: objects that tests call like the functions from which they were made.

Calling a task runs it at once, without a broker. A bound task gets itself as its first argument.
"""

from __future__ import annotations

import inspect
import sys
from typing import Any, NamedTuple

from testloom_agent.kinds import function_in, is_function

TASKS, PROXIES = "celery.app.task", "celery.local"


class Task(NamedTuple):
    """The function that a task runs, and whether it gets the task as an argument."""

    function: Any
    is_bound: bool


def task_of(entry: Any) -> Task | None:
    """Find the Celery task that a module's entry is or stands for as a proxy; None if there is none."""
    kind: Any = getattr(sys.modules.get(TASKS), "Task", None)
    if kind is None:
        return None
    if issubclass(type(entry), sys.modules[PROXIES].Proxy):
        try:
            entry = entry._get_current_object()
        except Exception:  # the application is made for that, which runs code of the project
            return None
    if not issubclass(type(entry), kind):
        return None
    run = inspect.getattr_static(type(entry), "run")
    function = function_in(run)
    return Task(function, is_bound=run is function) if is_function(function) else None
