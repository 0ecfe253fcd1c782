"""The calls that documentation shows, as test cases for a search to begin with. None of it is run.

* `examples`: what a text shows; `translation`: its statements as those of test cases;
* `documentation`: the texts about a module.
"""

from testloom.generation.documented.documentation import documented_calls

__all__ = ["documented_calls"]
