"""What must not be written down: shared by the recorder, and by the agent that runs generated test cases.

`naming` tells secrets by their names and by how they look, `documents` finds the values in a text, `secrets`
hides what the recorder has seen by sensitive names. `places` says which files are private, and `sources`
which texts are not. While tests are generated, the code under test gets `stand_ins` for private files, and
`private_modules` if they are modules; `withheld` leaves the contents of both out of what the agent tells. In
recordings, `placeholders` replaces what was read from private files.
"""
