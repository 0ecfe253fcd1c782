"""Plainer values in place of doubles, functions and classes that a test makes up.

* `doubles`: values and real objects in place of doubles; `functions`: functions in place of these;
* `attributes`: objects in place of doubles that code has only looked into;
* `classes`: existing classes in place of those of the test, and fewer members of these.
"""
