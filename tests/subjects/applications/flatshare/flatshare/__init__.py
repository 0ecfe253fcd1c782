import os

from flask import Flask, jsonify


def create_app(test_config=None):
    app = Flask(__name__)
    app.config.from_mapping(
        SECRET_KEY="dev",
        DATABASE=os.path.join(app.instance_path, "flatshare.sqlite"),
        CURRENCY="EUR",
        MAX_MEMBERS=8,
    )
    if test_config:
        app.config.update(test_config)

    from . import auth, db, households

    db.init_app(app)
    app.register_blueprint(auth.bp)
    app.register_blueprint(households.bp)

    @app.errorhandler(404)
    def not_found(error):
        return jsonify(error=error.description), 404

    return app
