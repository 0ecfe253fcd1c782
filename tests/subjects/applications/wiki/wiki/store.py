from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field
from datetime import datetime, timezone

LINK = re.compile(r"\[\[([^\]|]+)(?:\|([^\]]+))?\]\]")


class Conflict(Exception):
    """Somebody else has changed the page in the meantime."""


@dataclass(frozen=True)
class Revision:
    number: int
    author: str
    text: str
    comment: str = ""
    created: datetime = field(default_factory=lambda: datetime.now(timezone.utc))


@dataclass
class Page:
    slug: str
    title: str
    revisions: list[Revision] = field(default_factory=list)

    @property
    def current(self) -> Revision:
        return self.revisions[-1]

    def links(self) -> list[str]:
        return sorted({slugify(match[1]) for match in LINK.finditer(self.current.text)})

    def diff(self, old: int, new: int) -> str:
        before, after = self.revision(old), self.revision(new)
        return "\n".join(
            difflib.unified_diff(
                before.text.splitlines(),
                after.text.splitlines(),
                f"{self.slug}@{old}",
                f"{self.slug}@{new}",
                lineterm="",
            )
        )

    def revision(self, number: int) -> Revision:
        if not 1 <= number <= len(self.revisions):
            raise LookupError(f"{self.slug} has no revision {number}")
        return self.revisions[number - 1]


def slugify(title: str) -> str:
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    if not slug:
        raise ValueError("a title needs at least one letter or digit")
    return slug


class PageStore:
    def __init__(self) -> None:
        self._pages: dict[str, Page] = {}

    def get(self, slug: str) -> Page | None:
        return self._pages.get(slug)

    def all(self) -> list[Page]:
        return sorted(self._pages.values(), key=lambda page: page.title.lower())

    def save(
        self, title: str, text: str, author: str, comment: str = "", base: int | None = None
    ) -> Page:
        slug = slugify(title)
        page = self._pages.get(slug)
        if page is None:
            page = self._pages[slug] = Page(slug, title)
        elif base is not None and base != page.current.number:
            raise Conflict(f"{slug} is at revision {page.current.number}, not {base}")
        elif page.current.text == text:
            return page
        page.revisions.append(Revision(len(page.revisions) + 1, author, text, comment))
        return page

    def revert(self, slug: str, number: int, author: str) -> Page:
        page = self._pages[slug]
        old = page.revision(number)
        return self.save(page.title, old.text, author, f"revert to {number}")

    def backlinks(self, slug: str) -> list[str]:
        return [page.slug for page in self.all() if slug in page.links()]

    def search(self, query: str) -> list[tuple[Page, int]]:
        words = query.lower().split()
        hits = []
        for page in self._pages.values():
            text = page.current.text.lower()
            score = sum(text.count(w) + 5 * (w in page.title.lower()) for w in words)
            if score:
                hits.append((page, score))
        return sorted(hits, key=lambda hit: (-hit[1], hit[0].slug))

    def delete(self, slug: str) -> None:
        if self.backlinks(slug):
            raise Conflict("other pages link to it")
        del self._pages[slug]
