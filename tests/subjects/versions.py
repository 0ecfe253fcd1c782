"""Semantic versions, after https://semver.org."""

from __future__ import annotations

import re

PATTERN = re.compile(r"^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?$")
PARTS = ("major", "minor", "patch")


class Version:
    """A version with its three numbers and an optional pre-release."""

    def __init__(self, major: int, minor: int = 0, patch: int = 0, prerelease: str | None = None) -> None:
        for name, value in zip(PARTS, (major, minor, patch)):
            if value < 0:
                raise ValueError(f"{name!r} is negative. A version can only be positive.")
        self.major = major
        self.minor = minor
        self.patch = patch
        self.prerelease = prerelease

    @classmethod
    def parse(cls, text: str) -> Version:
        match = PATTERN.match(text)
        if match is None:
            raise ValueError(f"{text} is not valid SemVer string")
        major, minor, patch, prerelease, _ = match.groups()
        return cls(int(major), int(minor), int(patch), prerelease)

    def compare(self, other: Version) -> int:
        mine = (self.major, self.minor, self.patch)
        theirs = (other.major, other.minor, other.patch)
        if mine != theirs:
            return -1 if mine < theirs else 1
        if self.prerelease == other.prerelease:
            return 0
        if self.prerelease is None:
            return 1
        if other.prerelease is None:
            return -1
        return -1 if self.prerelease < other.prerelease else 1

    def bump(self, part: str) -> Version:
        if part not in PARTS:
            raise ValueError(f"Invalid part. Expected one of {PARTS}, but got {part!r}")
        if part == "major":
            return Version(self.major + 1)
        if part == "minor":
            return Version(self.major, self.minor + 1)
        return Version(self.major, self.minor, self.patch + 1)

    def is_compatible(self, other: Version) -> bool:
        if self.major == 0 or other.major == 0:
            return self.major == other.major and self.minor == other.minor
        return self.major == other.major and other.minor >= self.minor

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Version):
            return NotImplemented
        return self.compare(other) == 0

    def __str__(self) -> str:
        text = f"{self.major}.{self.minor}.{self.patch}"
        if self.prerelease:
            text += f"-{self.prerelease}"
        return text


def highest(versions: list[str]) -> str:
    best = None
    for text in versions:
        version = Version.parse(text)
        if best is None or version.compare(best) > 0:
            best = version
    if best is None:
        raise ValueError("no versions given")
    return str(best)
