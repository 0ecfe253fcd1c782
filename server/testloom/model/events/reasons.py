"""Why goals are not reached: the codes, each with a sentence that a person can act on."""

from __future__ import annotations

from collections.abc import Mapping

REASONS: Mapping[str, str] = {
    "needs-value": "no suitable input found; a longer search may help",
    "finding": "reached only by calls that raise an undocumented exception",
    "undefined-name": "uses a name that has no value",
    "needs-type": "no suitable argument could be constructed; add type annotations",
    "needs-double": "no suitable argument could be constructed",
    "private": "no public call reaches this private code",
    "timeout": "calls that reach it time out",
    "platform": "needs another platform, another Python version or a missing package",
    "import-side-effect": "runs only when the module is imported; move it into a function",
    "blocked-by-guard": "needs an action that the guard blocks (e.g. network access)",
    "discarded": "a test reaches it, but could not be kept",
}
