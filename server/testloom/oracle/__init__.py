"""The oracle: what a test asserts, in the order of its steps.

* `observation`: runs each test twice in fresh processes and keeps the values that came out the same;
* `pinning`: sets the parts of the environment that a test used and depends on;
* `assertions`: the observed facts that a person could write down;
* `selection`: the fewest of them that kill as many mutants as all of them;
* `strengthening`: tests that kill the mutants that survive so far.
"""

from testloom.oracle.assertions.effects import warned_of
from testloom.oracle.assertions.informativeness import holds_always, is_vacuous, says_function, says_little
from testloom.oracle.assertions.possible import possible_assertions, usual_assertions
from testloom.oracle.observation import observe_stable
from testloom.oracle.pinning.pinning import pinned
from testloom.oracle.pinning.releasing import released
from testloom.oracle.pinning.threads import leaves_threads
from testloom.oracle.selection.assessment import Met, assess
from testloom.oracle.selection.choice import choose_assertions, killed, needed_of
from testloom.oracle.selection.kills import Choice, Observed, kills_of
from testloom.oracle.selection.origins import origins, shortened
from testloom.oracle.selection.returns import NONE_OWN, OwnReturns
from testloom.oracle.strengthening.observers import observer_calls
from testloom.oracle.strengthening.strengthening import Strengthening
from testloom.oracle.strengthening.variation import GuidedVariation

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
    "says_little",
    "shortened",
    "usual_assertions",
    "warned_of",
]
