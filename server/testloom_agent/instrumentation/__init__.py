"""Instrumentation: inserts probes into the syntax tree of a module, which report what runs in it.

`program.instrument` turns source into an instrumented code object and the description of its probes and
predicates (`model`); `tracing.tracer.Tracer` collects what they report and turns operands into branch
distances. Start reading in `rewriting.control`, which decides where probes are placed.
"""
