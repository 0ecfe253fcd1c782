"""Tests meet mutants of the subject: during other work, to choose assertions, and to kill those that survive.

Start reading in `analysis`.
"""
