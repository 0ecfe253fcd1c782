from aiohttp import web

TOKENS = web.AppKey("tokens", dict[str, str])


@web.middleware
async def authenticate(request: web.Request, handler) -> web.StreamResponse:
    if request.path.startswith("/api/"):
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        owner = request.app[TOKENS].get(token) if scheme == "Bearer" else None
        if owner is None:
            return web.json_response({"error": "token missing or unknown"}, status=401)
        request["owner"] = owner
    return await handler(request)


@web.middleware
async def json_errors(request: web.Request, handler) -> web.StreamResponse:
    try:
        return await handler(request)
    except web.HTTPNotFound:
        return web.json_response({"error": "not found"}, status=404)
    except ValueError as error:
        return web.json_response({"error": str(error)}, status=400)
