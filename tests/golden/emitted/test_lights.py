"""Tests for lights."""

import pytest

from lights import Light, after


@pytest.mark.parametrize(
    ("light", "expected"),
    [
        pytest.param(Light.AMBER, Light.RED, id="light is not GREEN"),
        pytest.param(Light.GREEN, Light.AMBER, id="light is GREEN"),
        pytest.param(Light.RED, Light.GREEN, id="light is RED"),
    ],
)
def test_after(light, expected):
    assert after(light) is expected
