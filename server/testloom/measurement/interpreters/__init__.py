"""Processes of the project's interpreter.

* `processes`: one that runs until it ends or is ended;
* `waiting`: interpreters that have loaded pytest and wait for a program; `zygote`: one that forks for each
  run.
"""
