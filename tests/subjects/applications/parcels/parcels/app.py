"""The routes of the service."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from parcels.store import InvalidStatus, Parcel, Store

STORE = web.AppKey("store", Store)
API_KEY = web.AppKey("api_key", str)
HEAVIEST = 30_000

routes = web.RouteTableDef()
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@web.middleware
async def require_key(request: web.Request, handler: Handler) -> web.StreamResponse:
    if request.path != "/health" and request.headers.get("X-Api-Key") != request.app[API_KEY]:
        return web.json_response({"error": "missing or wrong key"}, status=401)
    return await handler(request)


async def read_json(request: web.Request) -> dict[str, Any]:
    try:
        body = await request.json()
    except json.JSONDecodeError:
        raise web.HTTPBadRequest(text="the body is not JSON") from None
    if not isinstance(body, dict):
        raise web.HTTPBadRequest(text="the body is not an object")
    return body


def find_parcel(request: web.Request) -> Parcel:
    try:
        number = int(request.match_info["number"])
    except ValueError:
        raise web.HTTPBadRequest(text="parcels have numbers") from None
    parcel = request.app[STORE].get(number)
    if parcel is None:
        raise web.HTTPNotFound(text=f"no parcel {number}")
    return parcel


@routes.get("/health")
async def health(request: web.Request) -> web.Response:
    return web.json_response({"status": "ok"})


@routes.get("/parcels")
async def list_parcels(request: web.Request) -> web.Response:
    parcels = request.app[STORE].with_status(request.query.get("status"))
    if request.query.get("sort") == "grams":
        parcels.sort(key=lambda parcel: parcel.grams)
    return web.json_response([parcel.as_dict() for parcel in parcels])


@routes.post("/parcels")
async def book_parcel(request: web.Request) -> web.Response:
    body = await read_json(request)
    recipient = str(body.get("recipient", "")).strip()
    grams = body.get("grams")
    if not recipient:
        return web.json_response({"error": "recipient is missing"}, status=422)
    if not isinstance(grams, int) or grams <= 0:
        return web.json_response({"error": "grams must be a positive number"}, status=422)
    if grams > HEAVIEST:
        return web.json_response({"error": f"no more than {HEAVIEST} g"}, status=422)
    parcel = request.app[STORE].add(recipient, grams)
    headers = {"Location": f"/parcels/{parcel.number}"}
    return web.json_response(parcel.as_dict(), status=201, headers=headers)


@routes.get("/parcels/{number}")
async def show_parcel(request: web.Request) -> web.Response:
    return web.json_response(find_parcel(request).as_dict())


@routes.patch("/parcels/{number}")
async def update_parcel(request: web.Request) -> web.Response:
    parcel = find_parcel(request)
    body = await read_json(request)
    try:
        parcel.move_to(body.get("status", ""))
    except InvalidStatus as error:
        return web.json_response({"error": str(error)}, status=409)
    return web.json_response(parcel.as_dict())


def create_app(api_key: str = "let-me-in") -> web.Application:
    app = web.Application(middlewares=[require_key])
    app[STORE] = Store()
    app[API_KEY] = api_key
    app.add_routes(routes)
    return app
