"""How values are built again, without code of their classes: recipes of steps."""
