import hashlib
import hmac
import secrets
import sqlite3
from functools import wraps

from flask import Blueprint, abort, g, jsonify, request, session

from .db import get_db, insert, one

bp = Blueprint("auth", __name__)
ROUNDS = 1_000


def hashed(password, salt=None):
    salt = salt or secrets.token_hex(8)
    digest = hashlib.pbkdf2_hmac("sha256", password.encode(), salt.encode(), ROUNDS)
    return f"{salt}${digest.hex()}"


def is_correct(password, stored):
    salt, _, _ = stored.partition("$")
    return hmac.compare_digest(hashed(password, salt), stored)


def current_user():
    if "user" not in g:
        user_id = session.get("user_id")
        g.user = one("SELECT id, name FROM users WHERE id = ?", user_id) if user_id else None
    return g.user


def login_required(view):
    @wraps(view)
    def wrapper(*args, **kwargs):
        if current_user() is None:
            return jsonify(error="please log in"), 401
        return view(*args, **kwargs)

    return wrapper


def body():
    """The JSON object that was sent."""
    data = request.get_json(silent=True)
    if not isinstance(data, dict):
        abort(400, "send a JSON object")
    return data


@bp.route("/signup", methods=["POST"])
def signup():
    data = body()
    name = str(data.get("name", "")).strip()
    password = str(data.get("password", ""))
    errors = {}
    if not name:
        errors["name"] = "required"
    if len(password) < 8:
        errors["password"] = "at least 8 characters"
    if errors:
        return jsonify(errors=errors), 422
    try:
        user_id = insert("users", name=name, password=hashed(password))
    except sqlite3.IntegrityError:
        return jsonify(errors={"name": "taken"}), 409
    get_db().commit()
    session["user_id"] = user_id
    return jsonify(id=user_id, name=name), 201


@bp.route("/login", methods=["POST"])
def login():
    data = body()
    user = one("SELECT * FROM users WHERE name = ?", data.get("name"))
    if user is None or not is_correct(str(data.get("password", "")), user["password"]):
        return jsonify(error="wrong name or password"), 403
    session.clear()
    session["user_id"] = user["id"]
    return jsonify(id=user["id"], name=user["name"])


@bp.route("/logout", methods=["POST"])
def logout():
    session.pop("user_id", None)
    return "", 204


@bp.route("/me")
@login_required
def me():
    return jsonify(dict(current_user()))
