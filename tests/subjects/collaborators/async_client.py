"""Reads pages of a list through an asynchronous client."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import List, Optional


@dataclass
class Page:
    """A part of a list, and where the next begins."""

    items: List[str] = field(default_factory=list)
    following: Optional[int] = None


class Client(ABC):
    """A connection to the service."""

    @abstractmethod
    async def fetch(self, start: int) -> Page: ...


async def first_items(client: Client) -> str:
    try:
        page = await client.fetch(0)
    except TimeoutError:
        return "timed out"
    if not page.items:
        return "empty"
    if page.following is None:
        return "complete"
    return f"{len(page.items)} and more"
