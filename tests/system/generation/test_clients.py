"""Code that sends requests is tested with answers of services, and nothing is sent."""

from __future__ import annotations

import textwrap
from pathlib import Path

from testloom.model.settings import Settings
from tests.system.generation.searching import found_in, text_of

WEATHER = """
    import requests

    class Unknown(Exception):
        "There is no such place."

    class Weather:
        def __init__(self, base_url):
            self.base_url = base_url
            self.session = requests.Session()

        def current(self, place):
            try:
                response = self.session.get(f"{self.base_url}/places/{place}", timeout=5)
            except requests.Timeout:
                return None
            if response.status_code == 404:
                raise Unknown(place)
            response.raise_for_status()
            return round(response.json()["main"]["temperature"])
"""


def test_requests_get_answers_with_what_the_code_looks_up(tmp_path: Path) -> None:
    file = tmp_path / "weather.py"
    file.write_text(textwrap.dedent(WEATHER), encoding="utf-8")

    text = text_of(found_in(file, tmp_path, Settings(executions=800, seed=1)))

    assert 'answer_requests(monkeypatch, (200, {"main": {"temperature": ' in text
    assert "answer_requests(monkeypatch, (404, " in text
    assert 'requests.Timeout("timed out")' in text
    assert "pytest.raises(Unknown" in text and "Mock" not in text
