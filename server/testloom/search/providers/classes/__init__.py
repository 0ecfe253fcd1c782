"""Classes that tests define, with all that their bodies say, and objects of abstract classes.

Start reading in `definitions`.
"""
