"""Recording of the calls of a program that a user runs, so that tests can be carved from them.

Read `record` beside this package first: it starts the program, with `beginning`. `imports` finds the
project's modules, `wrapping` puts wrappers around their functions and methods, `recorder` handles the calls
that these report, and `journal` writes them to a file. From there downwards:

* `calls`: the wrappers, the calls under way, and which of them are worth keeping (`sampling`);
* `interactions`: calls from the code under test to collaborators, reported by a copy of its functions (`own`,
  `rewriting`, `listening`), and its reads of files, the environment and the clock (`files`, `reads`);
* `values`: how to build values again (`recipes`), and how objects were made (`objects`).

`testloom_agent.redaction` removes private values.

The recorder never calls code of the program's classes, and never raises an exception in the program.
"""
