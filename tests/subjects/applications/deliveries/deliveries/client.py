"""Send events to the addresses of subscribers."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import logging
from dataclasses import dataclass
from typing import Any

import httpx

log = logging.getLogger(__name__)

RETRIED = {408, 425, 429, 500, 502, 503, 504}


class DeliveryError(Exception):
    """An event could not be delivered."""

    def __init__(self, reason: str, attempts: int) -> None:
        super().__init__(f"{reason} after {attempts} attempts")
        self.reason = reason
        self.attempts = attempts


class Rejected(DeliveryError):
    """The subscriber does not want the event."""


@dataclass(frozen=True)
class Receipt:
    status: int
    attempts: int
    reference: str | None = None


def sign(secret: str, body: bytes) -> str:
    """What a subscriber checks the body by."""
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def retry_after(response: httpx.Response, default: float) -> float:
    """How long the subscriber wants us to wait, a minute at most."""
    value = response.headers.get("Retry-After")
    if value is None:
        return default
    try:
        return min(max(float(value), 0.0), 60.0)
    except ValueError:
        return default


class WebhookClient:
    """Posts events, and tries again where that may help."""

    def __init__(
        self,
        secret: str,
        *,
        attempts: int = 3,
        backoff: float = 0.5,
        timeout: float = 5.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        if attempts < 1:
            raise ValueError("at least one attempt is needed")
        self._secret = secret
        self._attempts = attempts
        self._backoff = backoff
        self._client = httpx.AsyncClient(timeout=timeout, transport=transport, headers={"User-Agent": "deliveries/1"})

    async def __aenter__(self) -> WebhookClient:
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self._client.aclose()

    async def deliver(self, url: str, event: dict[str, Any]) -> Receipt:
        """Post an event until it is taken."""
        body = json.dumps(event, sort_keys=True).encode()
        headers = {"Content-Type": "application/json", "X-Signature": sign(self._secret, body)}
        delay = self._backoff
        reason = "nothing sent"
        for attempt in range(1, self._attempts + 1):
            try:
                response = await self._client.post(url, content=body, headers=headers)
            except httpx.TimeoutException:
                reason = "timed out"
            except httpx.TransportError as error:
                reason = f"unreachable: {error}"
            else:
                if response.is_success:
                    return Receipt(response.status_code, attempt, self._reference(response))
                if response.status_code not in RETRIED:
                    raise Rejected(f"status {response.status_code}", attempt)
                reason = f"status {response.status_code}"
                delay = retry_after(response, delay)
            if attempt < self._attempts:
                log.info("attempt %d to reach %s failed: %s", attempt, url, reason)
                await asyncio.sleep(delay)
                delay *= 2
        raise DeliveryError(reason, self._attempts)

    @staticmethod
    def _reference(response: httpx.Response) -> str | None:
        try:
            data = response.json()
        except ValueError:
            return None
        return data.get("reference") if isinstance(data, dict) else None


async def subscribers(client: httpx.AsyncClient, topic: str) -> list[str]:
    """The addresses of all that want events about a topic, from all pages."""
    found: list[str] = []
    page: int | None = 1
    while page is not None:
        response = await client.get(f"/topics/{topic}/subscribers", params={"page": page})
        if response.status_code == 404:
            raise LookupError(f"no topic {topic}")
        response.raise_for_status()
        data = response.json()
        found += [item["url"] for item in data["items"] if item.get("active", True)]
        page = data.get("next")
    return found
