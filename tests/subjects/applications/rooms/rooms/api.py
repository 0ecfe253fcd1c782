from flask import Blueprint, abort, current_app, g, jsonify, request

from rooms.auth import login_required
from rooms.booking import BookingError, check, free_slots, parse_day
from rooms.db import get_db

bp = Blueprint("api", __name__, url_prefix="/api")


@bp.errorhandler(BookingError)
def handle_booking_error(error):
    return jsonify(error=error.message), error.status


def get_room(room_id):
    room = get_db().execute("SELECT * FROM room WHERE id = ?", (room_id,)).fetchone()
    if room is None:
        abort(404, f"Room {room_id} does not exist.")
    return room


def taken(room_id, day):
    rows = get_db().execute(
        "SELECT start, hours FROM booking WHERE room_id = ? AND day = ? ORDER BY start",
        (room_id, day.isoformat()),
    )
    return [(row["start"], row["hours"]) for row in rows]


@bp.get("/rooms")
def rooms():
    seats = request.args.get("seats", default=1, type=int)
    rows = get_db().execute("SELECT * FROM room WHERE seats >= ? ORDER BY seats, name", (seats,))
    return jsonify(rooms=[dict(row) for row in rows])


@bp.post("/rooms")
@login_required
def add_room():
    if not g.user["is_admin"]:
        abort(403)
    data = request.get_json()
    if not data.get("name") or int(data.get("seats", 0)) < 1:
        return jsonify(error="name and seats are required"), 400
    db = get_db()
    cursor = db.execute("INSERT INTO room (name, seats) VALUES (?, ?)", (data["name"], data["seats"]))
    db.commit()
    return jsonify(id=cursor.lastrowid, name=data["name"], seats=data["seats"]), 201


@bp.get("/rooms/<int:room_id>/free")
def free(room_id):
    room = get_room(room_id)
    day = parse_day(request.args.get("day"))
    hours = request.args.get("hours", default=1, type=int)
    return jsonify(room=room["name"], day=day.isoformat(), free=free_slots(taken(room_id, day), hours))


@bp.post("/rooms/<int:room_id>/bookings")
@login_required
def book(room_id):
    get_room(room_id)
    data = request.get_json()
    day = parse_day(data.get("day"))
    try:
        start, hours = int(data["start"]), int(data.get("hours", 1))
    except (KeyError, ValueError):
        raise BookingError("start and hours are numbers") from None
    check(day, start, hours, taken(room_id, day), current_app.config["MAX_HOURS"])
    db = get_db()
    cursor = db.execute(
        "INSERT INTO booking (room_id, user_id, day, start, hours) VALUES (?, ?, ?, ?, ?)",
        (room_id, g.user["id"], day.isoformat(), start, hours),
    )
    db.commit()
    return jsonify(id=cursor.lastrowid, day=day.isoformat(), start=start, hours=hours), 201


@bp.delete("/bookings/<int:booking_id>")
@login_required
def cancel(booking_id):
    db = get_db()
    booking = db.execute("SELECT * FROM booking WHERE id = ?", (booking_id,)).fetchone()
    if booking is None:
        abort(404)
    if booking["user_id"] != g.user["id"] and not g.user["is_admin"]:
        abort(403)
    db.execute("DELETE FROM booking WHERE id = ?", (booking_id,))
    db.commit()
    return "", 204
