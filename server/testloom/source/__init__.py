"""A project's source: its modules, their definitions and imports, and the meaning of names.

* `imports`: the bindings of import statements, and names followed through them;
* `modules`: modules with their functions and classes, read once; `names`: the function or class of a
  name.

Nothing here runs the project's code.
"""
