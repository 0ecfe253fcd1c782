"""Forecasts of several places at once, with aiohttp."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import aiohttp

URL = "https://forecast.example/api/places/{place}"
ATTEMPTS = 3


class NoForecast(Exception):
    def __init__(self, place: str, why: str) -> None:
        super().__init__(f"{place}: {why}")
        self.place = place


@dataclass
class Forecast:
    place: str
    high: float
    low: float
    rain: float

    @property
    def is_dry(self) -> bool:
        return self.rain < 0.2


async def fetch(session: aiohttp.ClientSession, place: str) -> Forecast:
    """The forecast of a place; asks again where the service is busy."""
    for attempt in range(ATTEMPTS):
        try:
            async with session.get(URL.format(place=place)) as response:
                if response.status == 503:
                    await asyncio.sleep(0.1 * 2**attempt)
                    continue
                if response.status == 404:
                    raise NoForecast(place, "unknown")
                response.raise_for_status()
                today = (await response.json())["today"]
        except aiohttp.ClientConnectionError:
            raise NoForecast(place, "no connection") from None
        return Forecast(place, today["high"], today["low"], today.get("rain", 0.0))
    raise NoForecast(place, "busy")


async def all_of(places: list[str]) -> dict[str, Forecast]:
    """The forecasts of those places that have one."""
    async with aiohttp.ClientSession() as session:
        found = await asyncio.gather(*(fetch(session, place) for place in places), return_exceptions=True)
    forecasts = {}
    for place, forecast in zip(places, found, strict=True):
        if isinstance(forecast, NoForecast):
            continue
        if isinstance(forecast, BaseException):
            raise forecast
        forecasts[place] = forecast
    return forecasts


async def warmest(places: list[str]) -> str | None:
    """Where it will be warmest without rain."""
    dry = [forecast for forecast in (await all_of(places)).values() if forecast.is_dry]
    return max(dry, key=lambda forecast: forecast.high).place if dry else None
