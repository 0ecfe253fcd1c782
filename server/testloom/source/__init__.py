"""A project's source: its modules, what they define and import, and what a name in them stands for.

* `imports`: what import statements bind, and names followed through them;
* `modules`: modules with their functions and classes, read once; `names`: which of them a name stands for.

Nothing here runs the project's code.
"""
