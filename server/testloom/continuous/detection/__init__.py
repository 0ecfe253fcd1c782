"""Tells what has changed: on a branch, with a save, or while a project is watched."""
