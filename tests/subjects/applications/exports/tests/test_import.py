import exports.service


def test_import():
    assert exports.service.ExportService
