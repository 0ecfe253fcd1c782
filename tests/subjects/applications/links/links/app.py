from dataclasses import asdict

from aiohttp import web

from links.middleware import TOKENS, authenticate, json_errors
from links.store import SlugTaken, Store

STORE = web.AppKey("store", Store)
routes = web.RouteTableDef()


@routes.get("/{slug:[a-z0-9]+}")
async def follow(request: web.Request) -> web.Response:
    try:
        link = request.app[STORE].hit(request.match_info["slug"])
    except KeyError:
        raise web.HTTPNotFound from None
    raise web.HTTPFound(link.target)


@routes.post("/api/links")
async def create(request: web.Request) -> web.Response:
    data = await request.json()
    if "url" not in data:
        return web.json_response({"error": "url is required"}, status=400)
    try:
        link = request.app[STORE].add(data["url"], request["owner"], data.get("slug"))
    except SlugTaken as error:
        return web.json_response({"error": f"{error} is taken"}, status=409)
    return web.json_response(asdict(link), status=201, headers={"Location": f"/{link.slug}"})


@routes.get("/api/links")
async def index(request: web.Request) -> web.Response:
    links = request.app[STORE].of(request["owner"])
    limit = int(request.query.get("limit", 10))
    if limit < 1:
        raise ValueError("limit must be positive")
    return web.json_response({"links": [asdict(link) for link in links[:limit]], "total": len(links)})


@routes.delete("/api/links/{slug}")
async def delete(request: web.Request) -> web.Response:
    store = request.app[STORE]
    link = store.links.get(request.match_info["slug"])
    if link is None:
        raise web.HTTPNotFound
    if link.owner != request["owner"]:
        return web.json_response({"error": "not yours"}, status=403)
    del store.links[link.slug]
    return web.Response(status=204)


def create_app(tokens: dict[str, str], store: Store | None = None) -> web.Application:
    app = web.Application(middlewares=[json_errors, authenticate])
    app[TOKENS] = tokens
    app[STORE] = store if store is not None else Store()
    app.add_routes(routes)
    return app
