"""Tests for platforms."""

from platforms import Platform


def test_platform_sets_has_unicode():
    platform = Platform()

    assert platform.HAS_UNICODE
