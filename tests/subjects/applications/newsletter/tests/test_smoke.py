import pytest


@pytest.mark.django_db
def test_feed_of_nothing(client):
    assert client.get("/feed.json").json() == {"count": 0, "items": []}
