"""Digests of alerts, rendered by a pool."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed, wait

from alerts.service import SEVERITIES, Alert

WIDTH = 60


def line(alert: Alert) -> str:
    mark = "!" if alert.is_urgent else "-"
    text = f"{mark} [{alert.source}] {alert.text}"
    return text if len(text) <= WIDTH else text[: WIDTH - 1] + "…"


def render(source: str, alerts: Sequence[Alert]) -> str:
    """The digest of one source."""
    if not alerts:
        raise ValueError(f"nothing from {source}")
    counts = Counter(alert.severity for alert in alerts)
    head = ", ".join(
        f"{counts[severity]} {severity}" for severity in reversed(SEVERITIES) if counts[severity]
    )
    return "\n".join([f"{source}: {head}", *map(line, alerts)])


def render_all(alerts: Iterable[Alert], workers: int = 4) -> dict[str, str]:
    """The digests by source."""
    by_source: dict[str, list[Alert]] = {}
    for alert in alerts:
        by_source.setdefault(alert.source, []).append(alert)
    with ThreadPoolExecutor(max_workers=workers) as pool:
        futures = {pool.submit(render, source, found): source for source, found in by_source.items()}
        return {futures[future]: future.result() for future in as_completed(futures)}


def send_all(digests: dict[str, str], send, executor: Executor, timeout: float | None = None) -> list[str]:
    """Send digests by an executor; returns the sources whose digest was not sent."""
    futures: dict[Future[None], str] = {
        executor.submit(send, source, text): source for source, text in digests.items()
    }
    done, late = wait(futures, timeout=timeout)
    failed = [futures[future] for future in done if future.exception() is not None]
    for future in late:
        future.cancel()
    return sorted(failed + [futures[future] for future in late])
