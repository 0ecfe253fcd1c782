"""Classes that tests define, with their bodies, and objects of abstract classes.

Start reading in `definitions`.
"""
