"""Tests for versions."""

import pytest

from versions import Version


def test_parse_with_dot():
    version = Version.parse("0.4")

    assert version.minor == 4
    assert version.major == 0


def test_parse_raises_value_error():
    with pytest.raises(ValueError, match="a version has a dot"):
        Version.parse("a")


@pytest.mark.parametrize("major", [-1, 0])
def test_is_stable_returns_false(major):
    assert not Version.is_stable(major)


def test_is_stable_returns_true():
    assert Version.is_stable(1)
