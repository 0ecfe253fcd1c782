"""Small refactorings of the code under test that make more of it testable and change nothing else.

`seams_at` finds the collaborators that a function builds by itself and that decide a line; `with_seam`
in `rewriting`, which is slow to import, makes one of them a parameter; `with_path_constant` gives an
absolute path a name that a test can point elsewhere. A change is offered only if it is certainly safe.
Start reading in `seams`.
"""

from testloom.refactoring.paths import with_path_constant
from testloom.refactoring.seams import Seam, seams_at

__all__ = ["Seam", "seams_at", "with_path_constant"]
