from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Optional

import httpx
import typer

from uptime import config as configuration
from uptime.checks import Outcome, StatusPage, StatusPageError, check_all, make_client
from uptime.config import Config, ConfigError, Site

app = typer.Typer(help="Checks web sites.", no_args_is_help=True)


def fail(message: object) -> typer.Exit:
    typer.secho(f"error: {message}", fg=typer.colors.RED, err=True)
    return typer.Exit(2)


def load(path: Path) -> Config:
    try:
        return configuration.load(path)
    except ConfigError as error:
        raise fail(error)


ConfigPath = Annotated[
    Path, typer.Option("--config", "-c", default_factory=configuration.default_path)
]


@app.command("list")
def list_sites(path: ConfigPath, as_json: Annotated[bool, typer.Option("--json")] = False) -> None:
    """List the sites that are checked."""
    sites = load(path).sites
    if as_json:
        typer.echo(json.dumps({site.name: site.url for site in sites}, indent=2))
        return
    if not sites:
        typer.echo("no sites yet: add one with `uptime add`")
    width = max((len(site.name) for site in sites), default=0)
    for site in sites:
        typer.echo(f"{site.name:<{width}}  {site.url}")


@app.command()
def add(
    name: str,
    url: str,
    path: ConfigPath,
    expect: Annotated[int, typer.Option(min=100, max=599)] = 200,
    contains: Optional[str] = None,
    force: Annotated[bool, typer.Option("--force", "-f")] = False,
) -> None:
    """Add a site."""
    config = load(path)
    existing = {site.name for site in config.sites}
    if name in existing and not force:
        raise fail(f"{name} exists; use --force to replace it")
    try:
        site = Site(name, url, expect, contains)
    except ConfigError as error:
        raise fail(error)
    config.sites = [other for other in config.sites if other.name != name] + [site]
    configuration.save(config, path)
    typer.echo(f"added {name}")


@app.command()
def remove(name: str, path: ConfigPath, yes: Annotated[bool, typer.Option("--yes")] = False) -> None:
    """Remove a site."""
    config = load(path)
    try:
        site = config.site(name)
    except ConfigError as error:
        raise fail(error)
    if not yes:
        typer.confirm(f"Remove {site.url}?", abort=True)
    config.sites.remove(site)
    configuration.save(config, path)


@app.command()
def check(
    path: ConfigPath,
    names: Annotated[Optional[list[str]], typer.Argument()] = None,
    report: bool = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q")] = False,
) -> None:
    """Check all sites, or those named. Exit with 1 if one is down."""
    config = load(path)
    try:
        sites = [config.site(name) for name in names] if names else config.sites
    except ConfigError as error:
        raise fail(error)
    with make_client(config) as client:
        results = check_all(client, sites)
        for result in results:
            if quiet and result.outcome is Outcome.UP:
                continue
            typer.echo(f"{result.outcome.value:<5} {result.site} {result.detail}".rstrip())
        if report:
            if not config.api_url or not config.api_token:
                raise fail("the status page is not configured")
            try:
                count = StatusPage(client, config.api_url, config.api_token).report(results)
            except (StatusPageError, httpx.HTTPError) as error:
                raise fail(error)
            typer.echo(f"reported {count} of {len(results)}")
    if any(result.outcome is Outcome.DOWN for result in results):
        raise typer.Exit(1)


if __name__ == "__main__":
    app()
