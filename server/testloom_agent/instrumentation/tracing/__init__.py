"""Tracing: collects what instrumented code reports while it runs.

`tracer` collects the reports; `fuel` limits how long the code runs; `distances` and `texts` measure how
far operands are from the outcome that did not happen, `composition` the same for a whole condition.
"""
