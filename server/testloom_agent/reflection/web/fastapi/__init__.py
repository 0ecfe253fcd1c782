"""FastAPI and Starlette: routes (`asgi`), types by their `schemas`, dependencies for `overriding`."""
