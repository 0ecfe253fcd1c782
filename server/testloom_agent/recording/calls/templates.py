"""Templates of wrappers, one for each way in which functions run.

Nothing here is called directly: `wrappers` takes the code and replaces these constants by a callee and its
recorder.
"""

from __future__ import annotations

from typing import Any

CALLEE: Any = "testloom: what is called"
RECORDER: Any = "testloom: who records it"


def calling(*args: Any, **kwargs: Any) -> Any:
    """Record a function that returns at its end."""
    if CALLEE.quiet > 0:
        CALLEE.quiet -= 1
        return CALLEE.real(*args, **kwargs)
    call = RECORDER.enter(CALLEE, args, kwargs)
    if call is None:
        return CALLEE.real(*args, **kwargs)
    try:
        result = call.run(*args, **kwargs)
    except BaseException as error:
        RECORDER.leave(call, None, error)
        raise
    RECORDER.leave(call, result, None)
    return result


async def awaiting(*args: Any, **kwargs: Any) -> Any:
    """Record a coroutine function: the call ends when the coroutine does."""
    if CALLEE.quiet > 0:
        CALLEE.quiet -= 1
        return await CALLEE.real(*args, **kwargs)
    call = RECORDER.enter(CALLEE, args, kwargs)
    if call is None:
        return await CALLEE.real(*args, **kwargs)
    try:
        result = await call.run(*args, **kwargs)
    except BaseException as error:
        RECORDER.leave(call, None, error)
        raise
    RECORDER.leave(call, result, None)
    return result


def yielding(*args: Any, **kwargs: Any) -> Any:
    """Record a generator function: the call ends when the generator does, and no value is kept."""
    if CALLEE.quiet > 0:
        CALLEE.quiet -= 1
        return (yield from CALLEE.real(*args, **kwargs))
    call = RECORDER.enter(CALLEE, args, kwargs)
    if call is None:
        return (yield from CALLEE.real(*args, **kwargs))
    try:
        result = yield from RECORDER.listener.heard(call.run(*args, **kwargs), call.heard)
    except BaseException as error:
        RECORDER.leave(call, None, error)
        raise
    RECORDER.leave(call, [], None)
    return result


async def yielding_later(*args: Any, **kwargs: Any) -> Any:
    """Record an asynchronous generator function: the call ends when the generator does."""
    call = RECORDER.enter(CALLEE, args, kwargs)
    items = CALLEE.real(*args, **kwargs) if call is None else call.run(*args, **kwargs)
    next_item = items.asend(None)
    try:
        while True:
            try:
                item = await next_item
            except StopAsyncIteration:
                break
            try:
                next_item = items.asend((yield item))
            except GeneratorExit:
                await items.aclose()
                raise
            except BaseException as error:
                next_item = items.athrow(error)
    except BaseException as error:
        if call is not None:
            RECORDER.leave(call, None, error)
        raise
    if call is not None:
        RECORDER.leave(call, [], None)
