import uptime.cli


def test_import():
    assert uptime.cli.app
