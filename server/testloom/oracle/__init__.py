"""The oracle: what a test asserts.

* `observation`: run each test twice in fresh processes and keep what came out the same;
* `assertions`: choose among the observed facts those a person would write down.
"""

from testloom.oracle.assertions import assert_test
from testloom.oracle.observation import observe_stable

__all__ = ["assert_test", "observe_stable"]
