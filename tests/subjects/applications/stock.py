"""A stock on the command line, with typer."""

import enum
import json
from pathlib import Path
from typing import Annotated, Optional

import typer

app = typer.Typer(help="Keep a stock.")
admin = typer.Typer()
app.add_typer(admin, name="admin")
STOCK = Path("stock.json")


class Order(str, enum.Enum):
    NAME = "name"
    COUNT = "count"


def read() -> dict[str, int]:
    return json.loads(STOCK.read_text()) if STOCK.exists() else {}


def write(stock: dict[str, int]) -> None:
    STOCK.write_text(json.dumps(stock))


@app.command()
def add(name: str, count: Annotated[int, typer.Option(min=1)] = 1):
    """Add some of a thing."""
    stock = read()
    stock[name] = stock.get(name, 0) + count
    write(stock)
    typer.echo(f"{stock[name]} {name}")


@app.command()
def take(name: str, count: int = typer.Option(1, "--count", "-n")):
    """Take some of a thing."""
    stock = read()
    if name not in stock:
        typer.secho(f"no {name}", err=True)
        raise typer.Exit(code=3)
    if stock[name] < count:
        raise typer.BadParameter(f"only {stock[name]} left")
    stock[name] -= count
    write(stock)


@app.command("list")
def show(by: Order = Order.NAME, least: Optional[int] = None):
    """List all things."""
    stock = read()
    items = sorted(stock.items(), key=lambda item: item[1] if by is Order.COUNT else item[0])
    for name, count in items:
        if least is None or count >= least:
            typer.echo(f"{name}: {count}")


@admin.command()
def reset():
    """Forget all."""
    if not typer.confirm("Really?"):
        raise typer.Abort()
    STOCK.unlink(missing_ok=True)


if __name__ == "__main__":
    app()
