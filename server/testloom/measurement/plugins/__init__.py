"""Plugins for the project's pytest, which are copied into the folder of a run and loaded with `-p`.

`under_coverage` loads `events` and `failures` in place, for a run of the project's own tests. They run
on the project's interpreter and import nothing but pytest and the standard library; no module of
Testloom imports them.
"""
