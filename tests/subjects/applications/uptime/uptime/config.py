from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import typer


class ConfigError(Exception):
    pass


@dataclass
class Site:
    name: str
    url: str
    expect: int = 200
    contains: str | None = None
    slow_after: float = 2.0

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ConfigError(f"{self.name}: not a URL: {self.url!r}")
        if not 100 <= self.expect < 600:
            raise ConfigError(f"{self.name}: not a status: {self.expect}")


@dataclass
class Config:
    sites: list[Site] = field(default_factory=list)
    timeout: float = 10.0
    api_url: str | None = None
    api_token: str | None = None

    def site(self, name: str) -> Site:
        for site in self.sites:
            if site.name == name:
                return site
        raise ConfigError(f"no such site: {name}")


def default_path() -> Path:
    if override := os.environ.get("UPTIME_CONFIG"):
        return Path(override)
    return Path(typer.get_app_dir("uptime")) / "config.toml"


def load(path: Path) -> Config:
    try:
        with path.open("rb") as file:
            data = tomllib.load(file)
    except FileNotFoundError:
        return Config()
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path.name}: {error}") from error
    sites = []
    for name, options in data.get("sites", {}).items():
        if isinstance(options, str):
            options = {"url": options}
        try:
            sites.append(Site(name, **options))
        except TypeError:
            raise ConfigError(f"{name}: unknown or missing options") from None
    status_page = data.get("status_page", {})
    return Config(
        sites,
        float(data.get("timeout", 10)),
        status_page.get("url"),
        os.environ.get("UPTIME_TOKEN") or status_page.get("token"),
    )


def dump(config: Config) -> str:
    lines = [f"timeout = {config.timeout}", ""]
    if config.api_url:
        lines += ["[status_page]", f'url = "{config.api_url}"', ""]
    for site in config.sites:
        lines.append(f"[sites.{site.name}]")
        lines.append(f'url = "{site.url}"')
        if site.expect != 200:
            lines.append(f"expect = {site.expect}")
        if site.contains is not None:
            lines.append(f'contains = "{site.contains}"')
        lines.append("")
    return "\n".join(lines)


def save(config: Config, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dump(config), encoding="utf-8")
