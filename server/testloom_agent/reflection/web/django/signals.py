"""Receivers of the signals of Django's models: the arguments that the framework passes, by their names."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from testloom_agent.reflection.databases.django import is_model
from testloom_agent.reflection.members.hints.annotations import Reducer, make

SIGNALS = "django.db.models.signals"
INSTANCE, CREATED, RAW = "instance", "created", "raw"


def received(described: dict[str, Any], function: Any, reducer: Reducer) -> dict[str, Any]:
    """Add the types of a signal's arguments to the description of a receiver of model signals.

    The descriptions of other functions stay unchanged.
    """
    models = list(_senders(function))
    if not models:
        return described
    kinds = [reducer.reduce(model) for model in models]
    told = {INSTANCE: kinds[0] if len(kinds) == 1 else make("union", kinds)}
    told |= {CREATED: make("bool"), RAW: make("bool")}
    said = getattr(function, "__annotations__", {})
    parameters = [
        {**each, "type": told.get(each["name"], each["type"])} if each["name"] not in said else each
        for each in described["parameters"]
    ]
    return {**described, "parameters": parameters}


def _senders(function: Any) -> Iterator[type]:
    """Yield the models whose signals a function receives."""
    module = sys.modules.get(SIGNALS)
    apps: Any = getattr(sys.modules.get("django.apps"), "apps", None)
    if module is None or apps is None or not apps.models_ready:
        return
    models = {id(model): model for model in apps.get_models() if is_model(model)}
    found: dict[int, None] = {}
    for signal in vars(module).values():
        for entry in getattr(signal, "receivers", ()):
            receiver, sender = entry[0]
            if receiver == id(function) and sender in models:
                found[sender] = None
    yield from (models[sender] for sender in found)
