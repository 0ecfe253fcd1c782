"""Tests of a release on the releases after it (`python -m tests.quality.evolution`).

`releases` are those that `releases.txt` pins; `alarms` runs the tests on them, and takes a failure for a
false alarm unless `changes.json` has the change of behaviour behind it.
"""
