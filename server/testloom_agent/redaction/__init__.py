"""What must not be written down: shared by the recorder, and by the agent that runs generated test cases.

`naming` tells secrets by their names and by how they look, `documents` finds the values in a text, `secrets`
hides what the recorder has seen by telling names, and `withheld` what the code under test has read from the
files that `places` calls private. This code gets `stand_ins` for such files, `private_modules` if they are
modules.
"""
