"""Tests that users have written by hand, as test cases for a search to begin with.

Nothing of them is run, and none is copied: their syntax trees tell how objects of the project are built and
with which values it is called. What has no statement for it is left out, with all that depends on it.

* `files`: where the tests of a module may be; `suites`: the test functions of a file, with what they need;
* `rows`, `fixtures`: what their parameters stand for;
* `reading`: one test, `bodies`: its statements, `expressions`: what they compute, `folding`: constants,
  `meanings`: names, `drafting`: what comes of it;
* `seeding`: the test cases for a module.

Start reading in `seeding`.
"""

from testloom.generation.handwritten.seeding import HandwrittenTests

__all__ = ["HandwrittenTests"]
