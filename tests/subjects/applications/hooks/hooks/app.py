"""A service that takes webhooks: signed events go in, the latest of each source come out."""

import hashlib
import hmac
import json
from collections import deque

from aiohttp import web

SECRETS: web.AppKey[dict[str, str]] = web.AppKey("secrets", dict)
EVENTS: web.AppKey[deque] = web.AppKey("events", deque)
KEPT = 100

routes = web.RouteTableDef()


def signature(secret: str, body: bytes) -> str:
    """What the sender of a body puts into the header."""
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


@web.middleware
async def errors_as_json(request: web.Request, handler):
    try:
        return await handler(request)
    except web.HTTPException as error:
        return web.json_response({"error": error.reason}, status=error.status)
    except ValueError as error:
        return web.json_response({"error": str(error)}, status=400)


@routes.get("/health")
async def health(request: web.Request) -> web.Response:
    return web.json_response({"status": "ok", "events": len(request.app[EVENTS])})


@routes.post("/hooks/{source}")
async def receive(request: web.Request) -> web.Response:
    source = request.match_info["source"]
    secret = request.app[SECRETS].get(source)
    if secret is None:
        raise web.HTTPNotFound(reason=f"nobody is called {source}")
    body = await request.read()
    if not hmac.compare_digest(signature(secret, body), request.headers.get("X-Signature", "")):
        raise web.HTTPUnauthorized(reason="the signature does not match")
    event = parse_event(body)
    request.app[EVENTS].append({"source": source, **event})
    return web.json_response({"accepted": event["type"]}, status=202)


@routes.get("/events")
async def events(request: web.Request) -> web.Response:
    limit = int(request.query.get("limit", "20"))
    if not 1 <= limit <= KEPT:
        raise ValueError(f"limit is between 1 and {KEPT}")
    wanted = request.query.get("source")
    found = [event for event in request.app[EVENTS] if wanted in (None, event["source"])]
    return web.json_response(found[-limit:][::-1])


@routes.delete("/events")
async def clear(request: web.Request) -> web.Response:
    if request.headers.get("X-Confirm") != "yes":
        raise web.HTTPForbidden(reason="X-Confirm is missing")
    request.app[EVENTS].clear()
    return web.Response(status=204)


@routes.post("/sources")
async def add_source(request: web.Request) -> web.Response:
    data = await request.json()
    name, secret = data["name"], data["secret"]
    if not name.isidentifier():
        raise ValueError("a name is an identifier")
    if len(secret) < 8:
        raise ValueError("a secret has 8 characters or more")
    if name in request.app[SECRETS]:
        raise web.HTTPConflict(reason=f"{name} is there already")
    request.app[SECRETS][name] = secret
    return web.json_response({"name": name}, status=201)


def parse_event(body: bytes) -> dict:
    """The event in a body.

    Raises:
        ValueError: if it is none.
    """
    try:
        event = json.loads(body)
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg}") from None
    if not isinstance(event, dict) or "type" not in event:
        raise ValueError("an event has a type")
    return {"type": event["type"], "data": event.get("data", {})}


def make_app(secrets: dict[str, str] | None = None) -> web.Application:
    app = web.Application(middlewares=[errors_as_json], client_max_size=64 * 1024)
    app[SECRETS] = dict(secrets or {})
    app[EVENTS] = deque(maxlen=KEPT)
    app.add_routes(routes)
    return app


if __name__ == "__main__":
    web.run_app(make_app())
