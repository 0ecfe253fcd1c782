"""The project's way of writing tests: their location, style and habits."""
