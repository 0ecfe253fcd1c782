"""Circuits of resistors."""
