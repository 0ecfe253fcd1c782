"""The project that a file belongs to: its folders, its sources, its settings in pyproject.toml."""
