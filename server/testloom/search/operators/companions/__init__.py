"""Companion calls: they prepare an object or a module, query an object, or reach a callee."""
