"""Which calls code awaits is told by the names that it calls."""

from __future__ import annotations

import ast

from testloom_agent.reflection.bodies.calls.awaited import awaited_in

SOURCE = """
async def run(client, cache):
    await client.open()
    page = await client.get("page")
    cache.get(page)
    await asyncio.gather(client.first(), *[client.each(n) for n in page])
    async with client.session() as session:
        return await asyncio.wait_for(session.read(), timeout())
"""


def test_calls_are_awaited_directly_or_by_the_library() -> None:
    found = awaited_in(ast.parse(SOURCE))

    assert [name for name in ("open", "first", "each", "read", "gather", "wait_for") if not found[name]] == []
    assert "session" not in found


def test_of_a_name_that_is_called_without_await_too_it_is_said() -> None:
    assert awaited_in(ast.parse(SOURCE))["get"] is False
