"""Keeps test cases apart: what one prints, writes, changes or leaves running reaches no other."""
