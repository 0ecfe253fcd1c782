"""Parameters by which a caller may replace the clock and the like."""

from __future__ import annotations

from typing import Any

import pytest

from tests.agent.describing import callables

pytestmark = pytest.mark.usefixtures("own_modules")


def test_parameters_whose_defaults_reach_outwards_are_told_with_what_takes_their_place(
    described: Any,
) -> None:
    description = described(
        """
        import asyncio, datetime, random, time
        from collections.abc import Callable
        from datetime import datetime as moment
        from random import random as chance
        from time import monotonic
        def wait(
            text=str, clock=monotonic, now=moment.now, today=datetime.date.today, dice=chance, ask=input,
            typed: Callable[[], int] = time.time_ns, *, pause=asyncio.sleep, other=time.strftime
        ): ...
        class Cache:
            def __init__(self, size=1, clock=time.time): ...
        """
    )

    found = callables(description)
    results = {
        entry["name"]: entry["type"]["args"][0]
        for called in ("wait", "Cache")
        for entry in found[called]["parameters"]
        if entry["is_outward"]
    }
    pause = results.pop("pause")
    assert {name: kind["name"] for name, kind in results.items()} == {
        "clock": "float",
        "now": "datetime:datetime",
        "today": "datetime:date",
        "dice": "float",
        "ask": "str",
        "typed": "int",
    }
    assert (pause["name"], pause["args"][0]["name"]) == ("awaitable", "none")
