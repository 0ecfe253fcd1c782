"""Tests for figures."""

import pytest

from figures import BaseFigure


def test_label_raises_value_error():
    class CustomFigure(BaseFigure):
        def area(self):
            return -1.0

    figure = CustomFigure("a")

    with pytest.raises(ValueError, match="a has a negative area"):
        figure.label()


def test_label_when_area_is_not_negative():
    class CustomFigure(BaseFigure):
        def area(self):
            return 0

    figure = CustomFigure("a")

    assert figure.label() == "a"


def test_label():
    class CustomFigure(BaseFigure):
        def area(self):
            return 0.5

    figure = CustomFigure("a")

    assert figure.label() == "a (0.5)"
