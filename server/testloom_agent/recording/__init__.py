"""Records calls of a program that a user runs, so that tests can be made of them.

Read `record` beside this package first: it starts the program. `imports` finds the project's modules,
`wrapping` puts a wrapper around their functions and methods, `recorder` takes what these see, `recipes`
says how to build the values again, `objects` remembers how objects came to be, `sampling` what is worth
keeping, `secrets` what must not be kept, and `journal` writes it down. What calls ask of others is heard by
a copy of their functions: `own` knows these, `rewriting` makes the copies, `listening` is what they call,
`asks` takes down what it hears, and `files` the files that were opened. None of it calls code of the
program's classes, and none of it raises into the program.
"""
