"""Files that applications of Django store, such as uploads: in a folder of the test, not of the project."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from testloom_agent.environment.touches import Note
from testloom_agent.likeness import like

TOUCH = ("media",)
STORAGE = "django.core.files.storage"
SETTING, FOLDER = "MEDIA_ROOT", "media"
STORING = ("delete", "exists", "open", "save")
"""The methods of a storage that look for files, or change them."""


def keep_media(note: Note, folder: str) -> None:
    """Have files stored below a folder of the test, where the project's tests can set that, and note it."""
    kind: Any = getattr(sys.modules.get(STORAGE), "FileSystemStorage", None)
    settings: Any = getattr(sys.modules.get("django.conf"), "settings", None)
    if kind is None or settings is None or not settings.configured or find_spec("pytest_django") is None:
        return
    place = os.path.join(folder, FOLDER)
    setattr(settings, SETTING, place)
    changed: Any = vars(sys.modules["django.core.signals"])["setting_changed"]
    changed.send(sender=type(settings), setting=SETTING, value=place, enter=True)
    for name in STORING:
        setattr(kind, name, _noting(getattr(kind, name), note))


def _noting(real: Callable[..., Any], note: Note) -> Callable[..., Any]:
    def stored(storage: Any, *args: Any, **kwargs: Any) -> Any:
        note(TOUCH)
        return real(storage, *args, **kwargs)

    made: Callable[..., Any] = like(real, stored)
    return made
