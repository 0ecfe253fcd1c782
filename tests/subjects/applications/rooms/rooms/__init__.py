import os

from flask import Flask


def create_app(config=None):
    app = Flask(__name__, instance_relative_config=True)
    app.config.from_mapping(
        SECRET_KEY=os.environ.get("ROOMS_SECRET_KEY", "dev"),
        DATABASE=os.path.join(app.instance_path, "rooms.sqlite"),
        MAX_HOURS=4,
    )
    if config is not None:
        app.config.from_mapping(config)

    from rooms import api, auth, db

    db.init_app(app)
    app.register_blueprint(auth.bp)
    app.register_blueprint(api.bp)
    return app
