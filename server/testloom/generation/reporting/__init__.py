"""What a run tells beyond its tests: which goals it missed, and why; what came of each unit."""
