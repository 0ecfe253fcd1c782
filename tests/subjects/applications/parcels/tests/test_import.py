import importlib


def test_the_package_can_be_imported():
    assert importlib.import_module("parcels.app")
