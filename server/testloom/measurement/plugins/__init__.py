"""Plugins for the project's pytest, which are copied into the sandbox of a run and loaded with `-p`.

`under_coverage` loads `events` and `failures` where they lie, for a run of the project's own tests.
They run on the project's interpreter and import nothing but pytest and the standard library; nothing of
Testloom imports them.
"""
