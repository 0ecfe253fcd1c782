"""The oracle: what a test asserts.

* `observation`: run each test twice in fresh processes and keep what came out the same;
* `pinning`: what a test looked at and relies on is said in the test;
* `assertions`: choose among the observed facts those a person would write down.
"""

from testloom.oracle.assertions import assert_test
from testloom.oracle.observation import observe_stable
from testloom.oracle.pinning import pinned

__all__ = ["assert_test", "observe_stable", "pinned"]
