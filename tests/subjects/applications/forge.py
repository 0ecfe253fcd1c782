"""A client of a forge, with httpx."""

from dataclasses import dataclass

import httpx


@dataclass
class Repo:
    name: str
    stars: int
    archived: bool


class NotFound(Exception):
    """There is no such repository."""


class Forge:
    def __init__(self, client: httpx.Client) -> None:
        self.client = client

    def repo(self, owner: str, name: str) -> Repo:
        response = self.client.get(f"/repos/{owner}/{name}")
        if response.status_code == 404:
            raise NotFound(f"{owner}/{name}")
        response.raise_for_status()
        data = response.json()
        return Repo(data["full_name"], data.get("stargazers_count", 0), bool(data.get("archived")))

    def popular(self, owner: str, least: int = 10) -> list[str]:
        response = self.client.get(f"/users/{owner}/repos", params={"per_page": 100})
        if response.is_error:
            return []
        return sorted(item["name"] for item in response.json() if item["stargazers_count"] >= least)


async def is_up(client: httpx.AsyncClient, url: str) -> bool:
    try:
        response = await client.get(url)
    except httpx.TimeoutException:
        return False
    except httpx.HTTPError as error:
        raise RuntimeError(f"cannot reach {url}") from error
    return response.status_code < 500
