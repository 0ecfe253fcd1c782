"""What objects hold and compute, as it is read."""

from __future__ import annotations

from testloom_agent.execution.reporting.values.attributes import readers_of


class Model:
    """A class of a framework, which computes something of each object."""

    @property
    def fields_set(self) -> set[str]:
        """What was given."""
        return {"name"}


class Item(Model):
    """A class of a project."""

    def __init__(self) -> None:
        self.name = "tea"

    @property
    def label(self) -> str:
        """The name to show."""
        return self.name.title()


def test_what_a_class_computes_that_does_not_count_is_not_read() -> None:
    own = {name: read() for name, read in readers_of(Item(), lambda owner: owner is not Model).items()}

    assert own == {"label": "Tea", "name": "tea"}
    assert "fields_set" in readers_of(Item(), lambda owner: True)


def test_what_a_derived_class_holds_in_the_place_of_something_computed_is_not_read() -> None:
    class Plain(Item):
        label = None  # type: ignore[assignment]

    assert "label" not in readers_of(Plain(), lambda owner: True)
