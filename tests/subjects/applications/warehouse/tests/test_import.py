import warehouse.services


def test_import():
    assert warehouse.services.Reservations
