import secrets
import string

from flask import Blueprint, abort, current_app, jsonify, request, url_for

from .auth import body, current_user, login_required
from .balances import balances, money, settle, share
from .db import get_db, insert, one

bp = Blueprint("households", __name__, url_prefix="/households")


def new_code():
    return "".join(secrets.choice(string.ascii_uppercase) for _ in range(6))


def members_of(household_id):
    rows = get_db().execute(
        "SELECT user_id FROM members WHERE household_id = ? ORDER BY user_id", (household_id,)
    )
    return [row["user_id"] for row in rows]


def require_member(household_id):
    """The household, if the user is one of its members; else 404."""
    household = one("SELECT * FROM households WHERE id = ?", household_id)
    user = current_user()
    if household is None or user is None or user["id"] not in members_of(household_id):
        abort(404, "no such household")
    return household


@bp.post("")
@login_required
def create():
    name = str(body().get("name", "")).strip()
    if not 2 <= len(name) <= 40:
        return jsonify(error="the name has 2 to 40 letters"), 422
    household_id = insert("households", name=name, code=new_code())
    insert("members", household_id=household_id, user_id=current_user()["id"])
    get_db().commit()
    location = url_for("households.show", household_id=household_id)
    return jsonify(id=household_id, name=name), 201, {"Location": location}


@bp.post("/join")
@login_required
def join():
    code = str(body().get("code", "")).upper()
    household = one("SELECT * FROM households WHERE code = ?", code)
    if household is None:
        abort(404, "no household has this code")
    members = members_of(household["id"])
    if current_user()["id"] in members:
        return jsonify(error="you are a member already"), 409
    if len(members) >= current_app.config["MAX_MEMBERS"]:
        return jsonify(error="the household is full"), 409
    insert("members", household_id=household["id"], user_id=current_user()["id"])
    get_db().commit()
    return jsonify(id=household["id"], name=household["name"])


@bp.get("/<int:household_id>")
@login_required
def show(household_id):
    household = require_member(household_id)
    found = balances(household_id)
    payments = [{"from": a, "to": b, "amount": money(cents)} for a, b, cents in settle(found)]
    return jsonify(
        name=household["name"],
        code=household["code"],
        balances={name: money(cents) for name, cents in found.items()},
        payments=payments,
    )


@bp.post("/<int:household_id>/expenses")
@login_required
def add_expense(household_id):
    require_member(household_id)
    data = body()
    title, cents = data.get("title"), data.get("cents")
    if not title or not isinstance(cents, int) or cents <= 0:
        return jsonify(error="an expense has a title and a positive amount"), 422
    members = members_of(household_id)
    people = data.get("people") or members
    if not set(people) <= set(members):
        return jsonify(error="shared with somebody who is no member"), 422
    expense_id = insert(
        "expenses", household_id=household_id, payer_id=current_user()["id"], title=title, cents=cents
    )
    for user_id, part in share(cents, people).items():
        insert("shares", expense_id=expense_id, user_id=user_id, cents=part)
    get_db().commit()
    return jsonify(id=expense_id), 201


@bp.get("/<int:household_id>/expenses")
@login_required
def expenses(household_id):
    require_member(household_id)
    least = request.args.get("least", 0, type=int)
    rows = get_db().execute(
        "SELECT expenses.id, title, cents, users.name AS payer FROM expenses"
        " JOIN users ON users.id = payer_id WHERE household_id = ? AND cents >= ? ORDER BY expenses.id DESC",
        (household_id, least),
    )
    return jsonify([dict(row) for row in rows])


@bp.delete("/<int:household_id>/expenses/<int:expense_id>")
@login_required
def delete_expense(household_id, expense_id):
    require_member(household_id)
    expense = one("SELECT * FROM expenses WHERE id = ? AND household_id = ?", expense_id, household_id)
    if expense is None:
        abort(404, "no such expense")
    if expense["payer_id"] != current_user()["id"]:
        return jsonify(error="only who paid may delete it"), 403
    get_db().execute("DELETE FROM expenses WHERE id = ?", (expense_id,))
    get_db().commit()
    return "", 204
