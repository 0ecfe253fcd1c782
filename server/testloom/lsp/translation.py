"""Translation of texts for the user; no other module translates.

VS Code keeps the translations of an extension in `l10n/bundle.l10n.LANGUAGE.json`, by the English text, and
its own language servers find that file by the variable VSCODE_L10N_BUNDLE_LOCATION; so does this one.
scripts/texts.mjs lists the texts for translators, so the first argument of `say` is one literal, or a reason
of `testloom.model.events.reasons`. Errors of other packages, logs and the command line are English.
"""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pygls.uris import to_fs_path

LOCATION = "VSCODE_L10N_BUNDLE_LOCATION"
"""The environment variable with the URI of the translations; empty or absent for English."""
_log = logging.getLogger(__name__)


def say(message: str, *values: object) -> str:
    """Translate a message into the user's language, with values for `{0}`, `{1}` and so on.

    It stays in English if there is no translation.
    """
    translated = _translations(os.environ.get(LOCATION, "")).get(message, message)
    return re.sub(r"\{(\d+)\}", lambda found: str(values[int(found[1])]), translated)


def say_count(number: int, one: str, many: str, *values: object) -> str:
    """Translate one of two messages, `one` for the number 1, `many` for all others.

    The number is `{0}` in both, the values follow from `{1}` on.
    """
    return say(one if number == 1 else many, number, *values)


@cache
def _translations(location: str) -> Mapping[str, str]:
    """Read the translations, by their English text; empty if there is no such file."""
    path = to_fs_path(location) if location else None
    if not path:
        return {}
    try:
        known = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        _log.warning("The translations in %s cannot be read: %s", path, error)
        return {}
    return {text: said for text, said in known.items() if isinstance(said, str)}
