"""The environment as an input: what a test case touches of it, and what a test case puts into it.

`touches` collects what was touched. Each part has a module of its own: `variables`, `files`, `console`,
`arguments`, `clock`, `chance`. `surroundings` puts them together; start reading there.
"""
