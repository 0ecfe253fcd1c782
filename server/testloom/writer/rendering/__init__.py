"""Rendering: writes the lines of a test according to its layout, without decisions of its own."""
