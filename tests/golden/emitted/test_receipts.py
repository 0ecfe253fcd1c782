"""Tests for receipts."""

import pytest

from receipts import show


@pytest.mark.parametrize(
    ("prices", "expected"),
    [
        pytest.param([], "nothing bought\n", id="without prices"),
        pytest.param([1], "     1\n     1\n", id="with prices"),
    ],
)
def test_show(capsys, prices, expected):
    show(prices)

    assert capsys.readouterr().out == expected
