"""The environment as an input: what a test case touches of it, and what a test case puts into it.

`touches` collects what was touched. Each part has a module of its own, such as `timing.clock` or `files`;
`environment` puts them together. Start reading there.
"""
