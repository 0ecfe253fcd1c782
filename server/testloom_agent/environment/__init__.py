"""The environment as an input: what a test case uses of it, and what a test case sets in it.

`touches` collects the touches. Each part of the environment has a module of its own, such as
`timing.clock` or `files`; `environment` puts them together. Start reading there.
"""
