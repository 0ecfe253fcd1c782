from flask import Flask

from tools import api, store


def create_app(config=None):
    app = Flask(__name__)
    app.config.from_mapping(LONGEST_LOAN=14, FINE_PER_DAY=0.5)
    if config:
        app.config.update(config)
    store.init_app(app)
    app.register_blueprint(api.bp)
    return app
