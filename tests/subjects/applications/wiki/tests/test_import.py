import wiki


def test_create_app():
    assert wiki.create_app({"TESTING": True}).testing
