import asyncio
from decimal import Decimal

import httpx

CACHE: dict[tuple[str, str], Decimal] = {}


async def rate(client: httpx.AsyncClient, source: str, target: str) -> Decimal:
    if source == target:
        return Decimal(1)
    if (source, target) in CACHE:
        return CACHE[source, target]
    response = await client.get("/latest", params={"base": source, "symbols": target})
    response.raise_for_status()
    value = Decimal(str(response.json()["rates"][target]))
    CACHE[source, target] = value
    return value


async def rates(client: httpx.AsyncClient, source: str, targets: list[str]) -> dict[str, Decimal | None]:
    """Fetch rates concurrently; a rate that cannot be had is None."""

    async def one(target: str) -> Decimal | None:
        for attempt in range(3):
            try:
                return await rate(client, source, target)
            except httpx.TimeoutException:
                await asyncio.sleep(0.1 * 2**attempt)
            except httpx.HTTPStatusError as error:
                if error.response.status_code != 503:
                    return None
        return None

    found = await asyncio.gather(*(one(target) for target in targets))
    return dict(zip(targets, found))


def convert(amount: Decimal, rate: Decimal) -> Decimal:
    if amount < 0:
        raise ValueError("amount must not be negative")
    return (amount * rate).quantize(Decimal("0.01"))
