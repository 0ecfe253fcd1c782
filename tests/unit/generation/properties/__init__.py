"""Tests for generation.properties."""
