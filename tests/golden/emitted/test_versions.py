"""Tests for versions."""

import pytest

from versions import Version


def test_version_sets_major_and_minor():
    version = Version(1, 2)

    assert version.major == 1
    assert version.minor == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            ".", r"invalid literal for int\(\) with base 10: ''", id="with dot"
        ),
        pytest.param("a", "a version has a dot", id="without dot"),
    ],
)
def test_parse_raises_value_error(text, message):
    with pytest.raises(ValueError, match=message):
        Version.parse(text)


@pytest.mark.parametrize("major", [-1, 0])
def test_is_stable_returns_false(major):
    assert not Version.is_stable(major)


def test_is_stable_returns_true():
    assert Version.is_stable(1)
