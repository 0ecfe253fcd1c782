"""Middleware for ASGI applications that meters what they send."""


class Meter:
    """Counts the bytes of responses, and answers for applications that fail."""

    def __init__(self, app):
        self.app = app
        self.sent = 0

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        has_started = False

        async def metered(message):
            nonlocal has_started
            if message["type"] == "http.response.start":
                has_started = True
            elif message["type"] == "http.response.body":
                self.sent += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, metered)
        except ValueError:
            if has_started:
                raise
            await send({"type": "http.response.start", "status": 400, "headers": []})
            await send({"type": "http.response.body", "body": b"bad request"})
