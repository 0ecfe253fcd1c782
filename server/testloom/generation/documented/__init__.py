"""The calls that documentation shows, as test cases for a search to begin with. None of it is run here.

* `examples`: what a text shows; `stated`: what it says of it;
* `translation`: its statements as those of test cases; `claims`: what is said of these;
* `documentation`: the texts about a module; `annotated`: what annotations say of results.
"""

from testloom.generation.documented.annotated import annotations_of, contradicts
from testloom.generation.documented.claims import Claim, DocumentedCalls
from testloom.generation.documented.documentation import documented_calls

__all__ = ["Claim", "DocumentedCalls", "annotations_of", "contradicts", "documented_calls"]
