"""The calls in documentation, as test cases that seed a search. None of them is run here.

* `examples`: the examples in a text; `stated`: the stated results;
* `translation`: statements of examples as those of test cases; `claims`: stated results of test cases;
* `documentation`: the texts about a module; `annotated`: annotated types of results.
"""

from testloom.generation.documented.annotated import annotations_of, contradicts
from testloom.generation.documented.claims import Claim, DocumentedCalls
from testloom.generation.documented.documentation import documented_calls

__all__ = ["Claim", "DocumentedCalls", "annotations_of", "contradicts", "documented_calls"]
