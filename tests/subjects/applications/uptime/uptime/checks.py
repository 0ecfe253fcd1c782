from __future__ import annotations

import enum
import time
from collections.abc import Iterable
from dataclasses import dataclass

import httpx

from uptime.config import Config, Site


class Outcome(enum.Enum):
    UP = "up"
    SLOW = "slow"
    DOWN = "down"


@dataclass(frozen=True)
class Result:
    site: str
    outcome: Outcome
    detail: str = ""
    seconds: float = 0.0


class StatusPageError(Exception):
    pass


def check(client: httpx.Client, site: Site, attempts: int = 2) -> Result:
    detail = ""
    for attempt in range(attempts):
        if attempt:
            time.sleep(1)
        started = time.perf_counter()
        try:
            response = client.get(site.url, follow_redirects=site.expect < 300)
        except httpx.TimeoutException:
            detail = "timed out"
            continue
        except httpx.TransportError as error:
            detail = f"cannot connect: {error}"
            continue
        seconds = time.perf_counter() - started
        if response.status_code != site.expect:
            detail = f"status {response.status_code}, expected {site.expect}"
            if response.status_code < 500:
                break
            continue
        if site.contains is not None and site.contains not in response.text:
            return Result(site.name, Outcome.DOWN, f"{site.contains!r} is missing", seconds)
        if seconds > site.slow_after:
            return Result(site.name, Outcome.SLOW, f"took {seconds:.1f} s", seconds)
        return Result(site.name, Outcome.UP, "", seconds)
    return Result(site.name, Outcome.DOWN, detail)


def check_all(client: httpx.Client, sites: Iterable[Site]) -> list[Result]:
    order = list(Outcome)
    results = [check(client, site) for site in sites]
    return sorted(results, key=lambda r: (-order.index(r.outcome), r.site))


class StatusPage:
    def __init__(self, client: httpx.Client, url: str, token: str) -> None:
        self._client = client
        self._url = url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {token}"}

    def components(self) -> dict[str, str]:
        found: dict[str, str] = {}
        url: str | None = f"{self._url}/components"
        while url:
            response = self._client.get(url, headers=self._headers)
            if response.status_code == 401:
                raise StatusPageError("the token is not accepted")
            response.raise_for_status()
            body = response.json()
            for component in body["items"]:
                found[component["name"]] = component["id"]
            url = body.get("next")
        return found

    def report(self, results: Iterable[Result]) -> int:
        ids = self.components()
        reported = 0
        for result in results:
            if result.site not in ids:
                continue
            response = self._client.patch(
                f"{self._url}/components/{ids[result.site]}",
                json={"status": result.outcome.value, "detail": result.detail},
                headers=self._headers,
            )
            if response.status_code == 409:
                continue
            if response.is_error:
                raise StatusPageError(f"{result.site}: status {response.status_code}")
            reported += 1
        return reported


def make_client(config: Config) -> httpx.Client:
    return httpx.Client(timeout=config.timeout, headers={"User-Agent": "uptime/0.1"})
