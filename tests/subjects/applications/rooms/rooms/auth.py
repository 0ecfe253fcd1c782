import functools
import sqlite3

from flask import Blueprint, g, jsonify, request, session
from werkzeug.security import check_password_hash, generate_password_hash

from rooms.db import get_db

bp = Blueprint("auth", __name__, url_prefix="/auth")


@bp.before_app_request
def load_user():
    user_id = session.get("user_id")
    if user_id is None:
        g.user = None
    else:
        g.user = get_db().execute("SELECT * FROM user WHERE id = ?", (user_id,)).fetchone()


def login_required(view):
    @functools.wraps(view)
    def wrapped(**kwargs):
        if g.user is None:
            return jsonify(error="log in first"), 401
        return view(**kwargs)

    return wrapped


@bp.post("/register")
def register():
    data = request.get_json()
    username = (data.get("username") or "").strip()
    password = data.get("password") or ""
    if not username:
        return jsonify(error="username is required"), 400
    if len(password) < 8:
        return jsonify(error="password is too short"), 400
    db = get_db()
    try:
        db.execute(
            "INSERT INTO user (username, password) VALUES (?, ?)",
            (username, generate_password_hash(password, method="pbkdf2:sha256:1000")),
        )
        db.commit()
    except sqlite3.IntegrityError:
        return jsonify(error=f"user {username} is already registered"), 409
    return jsonify(username=username), 201


@bp.post("/login")
def login():
    data = request.get_json()
    user = get_db().execute("SELECT * FROM user WHERE username = ?", (data.get("username"),)).fetchone()
    if user is None or not check_password_hash(user["password"], data.get("password") or ""):
        return jsonify(error="incorrect username or password"), 403
    session.clear()
    session["user_id"] = user["id"]
    return jsonify(username=user["username"])


@bp.post("/logout")
def logout():
    session.clear()
    return "", 204
