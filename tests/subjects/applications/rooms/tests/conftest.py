import pytest

from rooms import create_app
from rooms.db import get_db, init_db


@pytest.fixture
def app(tmp_path):
    app = create_app({"TESTING": True, "DATABASE": str(tmp_path / "rooms.sqlite")})
    with app.app_context():
        init_db()
        get_db().execute("INSERT INTO room (name, seats) VALUES ('Attic', 4), ('Hall', 40)")
        get_db().commit()
    yield app


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture
def runner(app):
    return app.test_cli_runner()
