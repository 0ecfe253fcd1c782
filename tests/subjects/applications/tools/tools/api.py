from flask import Blueprint, abort, current_app, g, jsonify, request

from tools.store import NotAvailable, UnknownTool, fine, neighbour, shed

bp = Blueprint("api", __name__, url_prefix="/tools")


@bp.before_request
def remember_neighbour():
    g.neighbour = request.headers.get("X-Neighbour", "")


@bp.errorhandler(UnknownTool)
def unknown(error):
    return jsonify(error=str(error)), 404


@bp.errorhandler(NotAvailable)
def not_available(error):
    return jsonify(error=str(error)), 409


@bp.get("/")
def index():
    tools = sorted(shed().tools.values(), key=lambda tool: tool.name)
    if request.args.get("free"):
        tools = [tool for tool in tools if tool.lent_to is None]
    return jsonify([{"name": tool.name, "owner": tool.owner} for tool in tools])


@bp.post("/")
def add():
    if not neighbour():
        abort(401)
    name = (request.get_json() or {}).get("name", "").strip()
    if not name:
        return jsonify(error="a tool needs a name"), 400
    try:
        tool = shed().add(name, neighbour())
    except ValueError as error:
        return jsonify(error=str(error)), 409
    return jsonify(name=tool.name, owner=tool.owner), 201


@bp.post("/<name>/loan")
def lend(name):
    if not neighbour():
        abort(401)
    data = request.get_json()
    days = data.get("days", 7)
    if not 1 <= days <= current_app.config["LONGEST_LOAN"]:
        return jsonify(error=f"at most {current_app.config['LONGEST_LOAN']} days"), 400
    tool = shed().lend(name, neighbour(), data["today"], days)
    return jsonify(name=tool.name, due=tool.due), 201


@bp.delete("/<name>/loan")
def give_back(name):
    tool = shed().find(name)
    if tool.lent_to != neighbour():
        abort(403)
    late = shed().give_back(name, request.args.get("today", 0, type=int))
    return jsonify(late=late, fine=fine(late), next=tool.waiting[:1])
