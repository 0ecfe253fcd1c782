"""Records calls of a program that a user runs, so that tests can be made of them.

Read `record` beside this package first: it starts the program, with `beginning`. `imports` finds the
project's modules, `wrapping` puts a wrapper around their functions and methods, `recorder` takes what these
see, and `journal` writes it down. From there downwards:

* `calls`: the wrappers, the calls under way, and which of them are worth keeping (`sampling`);
* `interactions`: what calls ask of others, which a copy of their functions tells (`own`, `rewriting`,
  `listening`), and what they read of files, the environment and the clock (`files`, `reads`);
* `values`: how to build values again (`recipes`), and how objects came to be (`objects`).

What must not be kept is left to `testloom_agent.redaction`.

None of it calls code of the program's classes, and none of it raises into the program.
"""
