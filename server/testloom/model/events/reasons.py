"""Why goals are not reached: the codes, each with a sentence that a person can act on."""

from __future__ import annotations

from collections.abc import Mapping

REASONS: Mapping[str, str] = {
    "needs-value": "no value was found that leads there; more time may find one",
    "finding": "only calls that raise what nothing announces lead there",
    "needs-type": "nothing of the kind that its arguments need could be made; annotate its parameters",
    "private": "nothing public that was called leads into this private code",
    "timeout": "calls that lead there do not end in time",
    "platform": "another platform, another Python or a missing package would be needed",
    "import-side-effect": "it runs, or is decided, only when the module is imported: move it into a function",
    "blocked-by-guard": "on the way there it does what tests may not do, such as using the network",
    "needs-environment": "files, variables, input or time of a kind that was not found lead there",
    "needs-double": "it needs an object that cannot be built here",
    "dead": "nothing leads there",
    "discarded": "the tests that led there did not pass everywhere",
    "replaced": "the test that led there made way for another; the next run will look for one",
}
