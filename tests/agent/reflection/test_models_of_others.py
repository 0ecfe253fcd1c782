"""Models that the project uses but does not define are described without what no test needs."""

from __future__ import annotations

from testloom_agent.reflection.databases.django import without_details


def test_a_row_says_what_it_has_to_what_it_may_and_what_code_mentions() -> None:
    parameters = [
        {"name": name, "has_default": has_default, "type": {"name": kind}}
        for name, has_default, kind in (
            ("username", False, "str"),
            ("is_staff", True, "bool"),
            ("email", True, "str"),
            ("first_name", True, "str"),
        )
    ]

    described = without_details({"id": "User", "parameters": parameters}, {"email", "items"})

    assert [each["name"] for each in described["parameters"]] == ["username", "is_staff", "email"]
