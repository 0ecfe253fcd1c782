"""The oracle: what a test asserts.

* `observation`: run each test twice in fresh processes and keep what came out the same;
* `pinning`: what a test looked at and relies on is said in the test; `threads`: it ends those that it starts;
* `assertions`: which of the observed facts a person could write down (`showing`), of messages the ends that
  are always the same (`messages`);
* `assessment`: have the tests run with mutants of the subject;
* `choice`: the fewest assertions that kill as many mutants as all of them; `changing`: of a method that
  returns nothing, what it leaves as it was is asserted if it changes that elsewhere; `origins`: tests of the
  calls that set what others would assert although they leave it as it was;
* `releasing`: what a test pinned down and does not assert is let go again;
* `strengthening`: tests that kill what no test kills yet, or of what a function `returns` no test about it;
  `variation` and `observers`: how they come into being.
"""

from testloom.oracle.assertions import holds_always, is_vacuous, says_function, usual_assertions
from testloom.oracle.assessment import assess
from testloom.oracle.choice import Choice, Observed, choose_assertions, killed, kills_of, needed_of
from testloom.oracle.effects import warned_of
from testloom.oracle.observation import observe_stable
from testloom.oracle.observers import observer_calls
from testloom.oracle.origins import origins
from testloom.oracle.pinning import pinned
from testloom.oracle.releasing import released
from testloom.oracle.returns import NONE_OWN, OwnReturns
from testloom.oracle.strengthening import Strengthening
from testloom.oracle.threads import leaves_threads
from testloom.oracle.variation import LedVariation

__all__ = [
    "NONE_OWN",
    "Choice",
    "LedVariation",
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
