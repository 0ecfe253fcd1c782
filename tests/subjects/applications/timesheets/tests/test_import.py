import timesheets.pipeline


def test_import():
    assert timesheets.pipeline.run
