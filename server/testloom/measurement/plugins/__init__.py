"""What runs in the project's interpreter, with nothing but pytest, coverage.py and the standard library.

* `under_coverage`: a script that runs the project's own tests, with `depended`, `events` and `failures`;
* `collecting`: a script that lists them;
* the other plugins of pytest are copied into the folder of a run and loaded with `-p`.

No module of Testloom imports these.
"""
