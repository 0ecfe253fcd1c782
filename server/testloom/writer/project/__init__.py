"""How the project writes its tests: where they lie, in which style, with which habits."""
