"""Steps of a build; the way to them from outside needs a whole project."""

from __future__ import annotations

from pathlib import Path

LOCK = b"\x7fLOCKED\x00"


def build(project) -> int:
    """Build every page of a project; returns how many there are."""
    if Path(project.folder, "project.lock").read_bytes()[8:24] != LOCK * 2:
        raise FileNotFoundError(project.folder)
    pages = sorted(project.pages, key=_order)
    for number, page in enumerate(pages):
        _write(page, _title(page), _address(page["name"], page.get("is_home", False)), set())
        _neighbours(pages, number)
    return len(pages)


def _order(page: dict) -> tuple:
    if page["name"] == "index":
        return (0, "")
    if page["name"].startswith("draft-"):
        return (2, page["name"][6:])
    return (1, page["name"])


def _title(page: dict) -> str:
    if page["title"]:
        return page["title"].strip()
    if page["is_home"]:
        return "Home"
    return page["name"].replace("-", " ").capitalize()


def _address(name: str, is_home: bool) -> str:
    if is_home:
        return "/"
    if name.endswith(".md"):
        return f"/{name[:-3]}/"
    if name.startswith("assets/"):
        return f"/static/{name}"
    return f"/{name}"


def _neighbours(pages: list, number: int) -> tuple:
    before = pages[number - 1] if number > 0 else None
    if number + 1 < len(pages):
        return before, pages[number + 1]
    return before, None


def _state(page: dict, day: int) -> str:
    if page["hidden"]:
        return "hidden"
    if page["day"] > day:
        return "planned"
    if page["day"] == day:
        return "today"
    return "published"


def _language(code: str) -> str:
    if code == "de":
        return "Deutsch"
    if code == "fr":
        return "Français"
    if len(code) != 2:
        raise ValueError(f"no language has the code {code}")
    return code.upper()


def _write(page: dict, title: str, address: str, seen: set) -> str:
    if address in seen:
        raise ValueError(f"page {title} is there twice")
    seen.add(address)
    if page["template"] == "plain":
        return title
    return f"<h1>{title}</h1>"
