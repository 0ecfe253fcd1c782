"""What instrumented code reports while it runs.

`tracer` collects it; `fuel` bounds how long the code goes on; `distances` and `texts` say how far operands
are from the outcome that did not happen, `composition` the same of a whole condition.
"""
