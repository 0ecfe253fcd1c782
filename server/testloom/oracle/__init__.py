"""The oracle: what a test asserts.

* `observation`: run each test twice in fresh processes and keep the values that came out the same;
* `pinning`: pin the parts of the environment that a test used and depends on; `threads`: end the
  threads that it starts;
* `assertions`: the observed facts that a person could write down (`showing`); of messages, the stable
  beginnings and endings (`messages`);
* `assessment`: run the tests with mutants of the subject;
* `choice`: the fewest assertions that kill as many mutants as all of them; `changing`: for a method
  that returns nothing, assert what it left unchanged if it changes that in other calls; `origins`:
  tests of the calls that set attributes that other tests would assert although they leave them
  unchanged;
* `releasing`: remove pins of parts that the test does not assert;
* `strengthening`: tests that kill mutants that survive so far, or mutants of a function's return value
  (`returns`) that no test about the function kills; `variation` and `observers`: how these tests are
  made.
"""

from testloom.oracle.assertions import usual_assertions
from testloom.oracle.assessment import assess
from testloom.oracle.choice import Choice, Observed, choose_assertions, killed, kills_of, needed_of
from testloom.oracle.effects import warned_of
from testloom.oracle.informativeness import holds_always, is_vacuous, says_function
from testloom.oracle.observation import observe_stable
from testloom.oracle.observers import observer_calls
from testloom.oracle.origins import origins
from testloom.oracle.pinning import pinned
from testloom.oracle.releasing import released
from testloom.oracle.returns import NONE_OWN, OwnReturns
from testloom.oracle.strengthening import Strengthening
from testloom.oracle.threads import leaves_threads
from testloom.oracle.variation import GuidedVariation

__all__ = [
    "NONE_OWN",
    "Choice",
    "GuidedVariation",
    "Observed",
    "OwnReturns",
    "Strengthening",
    "assess",
    "choose_assertions",
    "holds_always",
    "is_vacuous",
    "killed",
    "kills_of",
    "leaves_threads",
    "needed_of",
    "observe_stable",
    "observer_calls",
    "origins",
    "pinned",
    "released",
    "says_function",
    "usual_assertions",
    "warned_of",
]
