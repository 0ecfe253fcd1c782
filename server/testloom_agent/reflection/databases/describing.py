"""The description of what tests need for the databases of a module."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from testloom_agent.homes import home_of
from testloom_agent.kinds import is_a, is_class, is_function
from testloom_agent.reflection.databases.mapped import models_of
from testloom_agent.reflection.databases.schemas import schema_of
from testloom_agent.reflection.sources import Sources


def databases_of(module: ModuleType, sources: Sources) -> dict[str, Any]:
    """The tables that tests need for what a module stores."""
    models = models_of(module)
    if "sqlite3" not in sys.modules:
        return {"schema": None, "models": models}
    entries = list(vars(module).values())
    named = [entry.__name__ for entry in entries if is_a(entry, ModuleType)]
    named += [home_of(entry) for entry in entries if is_class(entry) or is_function(entry)]
    names = [name for name in dict.fromkeys(named) if sources.tree(name) is not None]
    others = [sys.modules[name] for name in names if name != module.__name__]
    return {"schema": schema_of(module, others, sources), "models": models}
