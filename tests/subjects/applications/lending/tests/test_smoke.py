import pytest
from rest_framework.test import APIClient


@pytest.mark.django_db
def test_overview():
    assert APIClient().get("/api/overview/").json() == {"books": 0, "out": 0}
