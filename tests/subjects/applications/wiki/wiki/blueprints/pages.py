from __future__ import annotations

from flask import (
    Blueprint,
    abort,
    current_app,
    flash,
    g,
    make_response,
    redirect,
    render_template_string,
    request,
    url_for,
)
from markupsafe import Markup, escape

from wiki.blueprints.auth import login_required
from wiki.store import LINK, Conflict, Page, PageStore, slugify

bp = Blueprint("pages", __name__)


def store() -> PageStore:
    return current_app.extensions["pages"]


def page_or_404(slug: str) -> Page:
    page = store().get(slug)
    if page is None:
        abort(404, f"there is no page {slug}")
    return page


def to_html(text: str) -> Markup:
    def link(match) -> str:
        slug = slugify(match[1])
        known = "" if store().get(slug) else ' class="missing"'
        return f'<a href="{url_for("pages.show", slug=slug)}"{known}>{match[2] or match[1]}</a>'

    paragraphs = [part.strip() for part in str(escape(text)).split("\n\n")]
    return Markup("\n".join(f"<p>{LINK.sub(link, part)}</p>" for part in paragraphs if part))


@bp.get("/")
def index():
    pages = store().all()
    if request.args.get("sort") == "recent":
        pages = sorted(pages, key=lambda page: page.current.created, reverse=True)
    return render_template_string(
        "{% for p in pages %}<li>{{ p.title }} ({{ p.current.text|wordcount }})</li>{% endfor %}",
        pages=pages,
    )


@bp.get("/wiki/<slug>")
def show(slug: str):
    page = page_or_404(slug)
    number = request.args.get("revision", type=int)
    try:
        revision = page.revision(number) if number is not None else page.current
    except LookupError as error:
        abort(404, str(error))
    response = make_response(to_html(revision.text))
    response.set_etag(f"{slug}-{revision.number}")
    return response.make_conditional(request)


@bp.route("/wiki/<slug>/edit", methods=["GET", "POST"])
@login_required
def edit(slug: str):
    page = store().get(slug)
    if request.method == "GET":
        return page.current.text if page else ""
    text = request.form["text"]
    if len(text) > current_app.config["MAX_PAGE_LENGTH"]:
        abort(413, "the page is too long")
    title = request.form.get("title") or (page.title if page else slug)
    try:
        saved = store().save(
            title, text, g.user, request.form.get("comment", ""), request.form.get("base", type=int)
        )
    except Conflict as error:
        flash(str(error))
        return str(error), 409
    return redirect(url_for(".show", slug=saved.slug))


@bp.get("/wiki/<slug>/diff/<int:old>/<int:new>")
def diff(slug: str, old: int, new: int):
    try:
        text = page_or_404(slug).diff(old, new)
    except LookupError as error:
        abort(404, str(error))
    return text, 200, {"Content-Type": "text/plain; charset=utf-8"}


@bp.post("/wiki/<slug>/delete")
@login_required
def delete(slug: str):
    page_or_404(slug)
    if g.user != "admin":
        abort(403)
    try:
        store().delete(slug)
    except Conflict as error:
        return str(error), 409
    return redirect(url_for(".index"))
