import secrets
from dataclasses import dataclass, field
from urllib.parse import urlsplit

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


class SlugTaken(Exception):
    pass


@dataclass
class Link:
    slug: str
    target: str
    owner: str
    hits: int = 0


def normalise(url: str) -> str:
    parts = urlsplit(url.strip())
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"not a web address: {url}")
    return parts._replace(netloc=parts.netloc.lower(), fragment="").geturl()


@dataclass
class Store:
    links: dict[str, Link] = field(default_factory=dict)

    def add(self, target: str, owner: str, slug: str | None = None) -> Link:
        if slug is None:
            slug = self._free_slug()
        elif slug in self.links:
            raise SlugTaken(slug)
        link = self.links[slug] = Link(slug, normalise(target), owner)
        return link

    def hit(self, slug: str) -> Link:
        link = self.links[slug]
        link.hits += 1
        return link

    def of(self, owner: str) -> list[Link]:
        return sorted((link for link in self.links.values() if link.owner == owner), key=lambda link: -link.hits)

    def _free_slug(self) -> str:
        while (slug := "".join(secrets.choice(ALPHABET) for _ in range(6))) in self.links:
            pass
        return slug
