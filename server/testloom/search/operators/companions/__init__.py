"""Calls that go with others: they prepare an object or a module, ask an object, or lead to a callee."""
