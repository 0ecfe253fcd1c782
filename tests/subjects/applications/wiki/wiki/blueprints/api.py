from __future__ import annotations

from flask import Blueprint, abort, g, jsonify, request, url_for

from wiki.blueprints.auth import token_required
from wiki.blueprints.pages import page_or_404, store
from wiki.store import Conflict, Page

bp = Blueprint("api", __name__)


def as_json(page: Page) -> dict:
    return {
        "slug": page.slug,
        "title": page.title,
        "revision": page.current.number,
        "text": page.current.text,
        "author": page.current.author,
        "links": page.links(),
        "url": url_for("pages.show", slug=page.slug),
    }


@bp.get("/pages/<slug>")
def get_page(slug: str):
    return jsonify(as_json(page_or_404(slug)))


@bp.put("/pages/<slug>")
@token_required
def put_page(slug: str):
    data = request.get_json()
    if not isinstance(data, dict) or not isinstance(data.get("text"), str):
        abort(400, "text is needed")
    known = store().get(slug)
    base = request.headers.get("If-Match", type=int)
    if known is not None and base is None:
        abort(428, "say which revision you have changed, in If-Match")
    try:
        page = store().save(data.get("title", slug), data["text"], g.user, base=base)
    except Conflict as error:
        abort(412, str(error))
    response = jsonify(as_json(page))
    response.headers["Location"] = url_for(".get_page", slug=page.slug)
    return response, 200 if known else 201


@bp.get("/search")
def search():
    query = request.args.get("q", "").strip()
    if len(query) < 2:
        abort(400, "q needs two letters at least")
    limit = min(request.args.get("limit", 10, type=int), 50)
    hits = store().search(query)
    return jsonify(
        total=len(hits),
        hits=[{"slug": page.slug, "score": score} for page, score in hits[:limit]],
    )


@bp.post("/pages/<slug>/revert")
@token_required
def revert(slug: str):
    page_or_404(slug)
    number = (request.get_json(silent=True) or {}).get("revision")
    if not isinstance(number, int):
        abort(400, "revision is needed")
    try:
        page = store().revert(slug, number, g.user)
    except LookupError as error:
        abort(404, str(error))
    return as_json(page)
