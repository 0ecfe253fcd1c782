"""Calls that go with others: they prepare an object, ask it, or lead to what has to be covered."""
