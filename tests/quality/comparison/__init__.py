"""Testloom beside other tools (`python -m tests.quality`).

`tools` runs a generator, `rows` all of them on each subject, `report` shows what came of it.
"""
