import clinic.main


def test_import():
    assert clinic.main.app
