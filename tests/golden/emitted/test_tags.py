"""Tests for tags."""

import pytest

from tags import tag


def test_tag_raises_value_error():
    with pytest.raises(ValueError, match="a tag has a name"), tag(""):
        pass


def test_tag_with_name():
    with tag("a") as entered:
        assert entered == "<a>"
