from __future__ import annotations

import os
from typing import Any

from flask import Flask, jsonify, render_template_string, request
from werkzeug.exceptions import HTTPException

from wiki.store import PageStore


def create_app(config: dict[str, Any] | None = None) -> Flask:
    app = Flask(__name__)
    app.config.from_mapping(
        SECRET_KEY=os.environ.get("WIKI_SECRET_KEY", "dev"),
        API_TOKENS={},
        USERS={"admin": "admin"},
        MAX_PAGE_LENGTH=100_000,
    )
    if config:
        app.config.update(config)

    app.extensions["pages"] = PageStore()

    from wiki.blueprints import api, auth, pages

    app.register_blueprint(auth.bp)
    app.register_blueprint(pages.bp)
    app.register_blueprint(api.bp, url_prefix="/api/v1")

    @app.errorhandler(HTTPException)
    def handle_error(error: HTTPException):
        if request.path.startswith("/api/"):
            return jsonify(error=error.name, detail=error.description), error.code
        body = render_template_string("<h1>{{ e.code }} {{ e.name }}</h1>", e=error)
        return body, error.code

    @app.template_filter("wordcount")
    def wordcount(text: str) -> int:
        return len(text.split())

    return app
