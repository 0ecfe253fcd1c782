"""Devices: what makes them takes what their base takes, and says so nowhere."""

from __future__ import annotations


class Codec:
    """Reads bytes."""

    def __init__(self, key: int) -> None:
        self.key = key

    def read(self, data: bytes) -> str:
        """Read bytes."""
        return "".join(chr(byte ^ self.key % 256) for byte in data)


class Device:
    """A device at an address."""

    def __init__(self, address: str, port: int, codec: Codec, *, retries: int = 0) -> None:
        if port < 0:
            raise ValueError("no such port")
        self.address = f"{address}:{port}"
        self.codec = codec
        self.retries = retries


class Meter(Device):
    """A device that counts."""

    def __init__(self, unit, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.unit = unit
        self.count = 0

    def take(self, data: bytes) -> str:
        """Count what comes in."""
        text = self.codec.read(data)
        self.count += len(text)
        if self.retries > 2:
            return "patient"
        if self.count > 3:
            return f"{self.count} {self.unit} at {self.address}"
        return text


class Clock(Meter):
    """A meter of hours."""

    def __init__(self, *args, **kwargs) -> None:
        kwargs.setdefault("retries", 1)
        super().__init__("h", *args, **kwargs)

    def is_late(self, data: bytes) -> bool:
        """Whether more has come in than was there."""
        before = self.count
        self.take(data)
        return self.count > before + 1
