"""Tests for plugins."""

import pytest

from plugins import Plugin, plugin


def test_subclass_of_plugin_with_hidden():
    class CustomPlugin(Plugin, hidden=True):
        pass

    assert CustomPlugin.registry == {}


def test_plugin_raises_lookup_error():
    with pytest.raises(LookupError, match="there is no plugin a"):
        plugin("a")


def test_plugin_returns_custom_plugin(monkeypatch):
    monkeypatch.setattr(Plugin, "registry", {})

    class CustomPlugin(Plugin):
        name = "a"

    assert plugin("a") is CustomPlugin
