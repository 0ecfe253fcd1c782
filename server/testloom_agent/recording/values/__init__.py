"""How to build values again, as recipes of steps, without running code of their classes."""
