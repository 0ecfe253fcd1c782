"""A project's source: its modules, what they define and import, and what a name in them stands for.

* `imports`: what import statements bind; `modules`: modules with their functions and classes, read once;
* `names`: names followed through imports to their definitions.

Nothing here runs the project's code.
"""
