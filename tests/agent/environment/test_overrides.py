"""What handlers depend on is replaced for one test case."""

from __future__ import annotations

from types import SimpleNamespace

from testloom_agent.environment.web.overrides import Overrides


def test_an_application_takes_the_value_of_the_test_until_the_next_one_begins() -> None:
    before, names = {"other": str}, {"shop:get_db": "get_db"}
    app = SimpleNamespace(dependency_overrides=before)
    overrides = Overrides(lambda path: names.get(path, app))

    overrides.set("shop:app", "shop:get_db", "first")
    overrides.set("shop:app", "shop:get_db", "second")
    assert app.dependency_overrides["get_db"]() == "second"

    overrides.begin()
    assert app.dependency_overrides is before and before == {"other": str}
