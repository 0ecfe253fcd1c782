"""The oracle: what a test asserts.

* `observation`: run each test twice in fresh processes and keep the values that came out the same;
* `pinning`: pin the parts of the environment that a test used and depends on; `threads`: end the
  threads that it starts;
* `assertions`: the observed facts that a person could write down (`showing`), also about objects within
  results (`parts`), and `effects` beside them: files, output, logs, warnings;
* `assessment`: run the tests with mutants of the subject;
* `choice`: the fewest assertions that kill as many mutants as all of them, by what each of them kills
  (`kills`, `visibility`); `refining`: what says more instead, such as, for a method that returns nothing,
  what it left unchanged if it changes that in other calls (`changing`); `origins`:
  tests of the calls that set attributes that other tests would assert although they leave them
  unchanged;
* `releasing`: remove pins of parts that the test does not assert;
* `strengthening`: tests that kill mutants that survive so far, or mutants of a function's return value
  (`returns`) that no test about the function kills; `variation` and `observers`: how these tests are
  made.
"""

from testloom.oracle.assertions import possible_assertions, usual_assertions
from testloom.oracle.assessment import Met, assess
from testloom.oracle.choice import choose_assertions, killed, needed_of
from testloom.oracle.effects import warned_of
from testloom.oracle.informativeness import holds_always, is_vacuous, says_function
from testloom.oracle.kills import Choice, Observed, kills_of
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
    "Met",
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
    "possible_assertions",
    "released",
    "says_function",
    "usual_assertions",
    "warned_of",
]
