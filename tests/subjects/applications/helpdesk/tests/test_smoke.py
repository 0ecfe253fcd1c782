import pytest


@pytest.mark.django_db
def test_stats(client):
    assert client.get("/tickets/stats/").status_code == 200
