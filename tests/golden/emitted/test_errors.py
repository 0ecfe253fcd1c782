"""Tests for errors."""

import pytest

from errors import ConfigError, MissingKey, require


def test_missing_key_sets_key():
    missing_key = MissingKey("a")

    assert missing_key.key == "a"


def test_require_raises_config_error():
    with pytest.raises(ConfigError, match="there are no settings"):
        require({}, "a")


def test_require_when_key_is_in_settings():
    assert require({"a": "b"}, "a") == "b"


def test_require_raises_missing_key():
    with pytest.raises(MissingKey, match=r"the key 'b' \(in \[main\]\) is missing"):
        require({"a": "c"}, "b")
