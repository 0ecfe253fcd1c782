"""Files that Django stores are below the working folder, and each use of a storage is noted."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from testloom_agent.environment.databases.media import STORAGE, TOUCH, keep_media


class Storage:
    """What Django's storage of files does, as far as this is about it."""

    def __init__(self, settings: Any) -> None:
        self._settings = settings

    def save(self, name: str, content: str) -> str:
        path = Path(self._settings.MEDIA_ROOT, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
        return name

    open = exists = delete = save


def test_files_are_stored_in_the_folder_of_the_test(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    kind = type("FileSystemStorage", (Storage,), {})
    settings = SimpleNamespace(configured=True, MEDIA_ROOT="/srv/media")
    sent: list[tuple[str, str]] = []
    signal = SimpleNamespace(send=lambda sender, setting, value, enter: sent.append((setting, value)))
    modules = {
        STORAGE: SimpleNamespace(FileSystemStorage=kind),
        "django.conf": SimpleNamespace(settings=settings),
        "django.core.signals": SimpleNamespace(setting_changed=signal),
    }
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    noted: list[Any] = []

    keep_media(noted.append, str(tmp_path))
    kind(settings).save("covers/a.txt", "a")

    assert (tmp_path / "media" / "covers" / "a.txt").read_text() == "a"
    assert sent == [("MEDIA_ROOT", str(tmp_path / "media"))]
    assert noted == [TOUCH]


def test_nothing_is_done_where_django_has_no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, STORAGE, SimpleNamespace(FileSystemStorage=Storage))
    monkeypatch.setitem(
        sys.modules, "django.conf", SimpleNamespace(settings=SimpleNamespace(configured=False))
    )
    before = Storage.save

    keep_media(lambda _: None, "/work")

    assert Storage.save is before
