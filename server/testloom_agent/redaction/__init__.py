"""Redaction of private values: shared by the recorder and the agent that runs generated test cases.

`naming` recognises secrets by their names and their form, `documents` finds the values in a text,
`secrets` hides values that the recorder has seen under sensitive names. `places` decides which files
are private, and `sources` which strings are not. While tests are generated, the code under test gets
`stand_ins` for private files, and `private_modules` if they are modules; `withheld` leaves the contents
of both out of the agent's reports. In recordings, `placeholders` replaces the values read from private
files.
"""
