from __future__ import annotations

import functools
import hmac
from collections.abc import Callable

from flask import Blueprint, abort, current_app, flash, g, redirect, request, session, url_for

bp = Blueprint("auth", __name__)


@bp.before_app_request
def load_user() -> None:
    g.user = session.get("user")


def login_required(view: Callable) -> Callable:
    @functools.wraps(view)
    def wrapped(*args, **kwargs):
        if g.user is None:
            return redirect(url_for("auth.login", next=request.full_path.rstrip("?")))
        return view(*args, **kwargs)

    return wrapped


def token_required(view: Callable) -> Callable:
    @functools.wraps(view)
    def wrapped(*args, **kwargs):
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if scheme != "Bearer":
            abort(401, "send a bearer token")
        g.user = current_app.config["API_TOKENS"].get(token)
        if g.user is None:
            abort(403, "unknown token")
        return view(*args, **kwargs)

    return wrapped


def safe_target(target: str | None) -> str:
    if target and target.startswith("/") and not target.startswith("//"):
        return target
    return url_for("pages.index")


@bp.route("/login", methods=["GET", "POST"])
def login():
    if request.method == "POST":
        name = request.form.get("name", "").strip()
        password = current_app.config["USERS"].get(name)
        if password is not None and hmac.compare_digest(
            password.encode(), request.form.get("password", "").encode()
        ):
            session.clear()
            session["user"] = name
            return redirect(safe_target(request.args.get("next")))
        flash("Wrong name or password.")
        return "Wrong name or password.", 401
    return '<form method="post"><input name="name"><input name="password"></form>'


@bp.post("/logout")
def logout():
    session.clear()
    return redirect(url_for("pages.index"))
