"""Modules to measure on (`python -m tests.quality.bench`).

`manifest` is a list of modules; `codamosa.json` is the one that Testloom is developed with. `candidates` are
the modules of installed packages that suit, `choice` draws a few of them that nobody has tuned to, and
`selection` is what a measurement is about.
"""
