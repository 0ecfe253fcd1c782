"""Tests for pairs of classes: call sites and coupled branches. Empty as yet."""
