"""Notes on the command line."""

import json
from datetime import date
from enum import Enum
from pathlib import Path
from typing import Annotated, Optional

import typer

app = typer.Typer(help="Keep notes.")


class Format(str, Enum):
    text = "text"
    json = "json"


def load(path: Path) -> list[dict]:
    if not path.exists():
        return []
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        typer.echo(f"{path} is damaged: {error.msg}", err=True)
        raise typer.Exit(2)


def save(path: Path, notes: list[dict]) -> None:
    path.write_text(json.dumps(notes, indent=2), encoding="utf-8")


FileOption = Annotated[Path, typer.Option("--file", "-f", help="Where notes are kept.")]


@app.command()
def add(
    text: str,
    tag: Annotated[Optional[list[str]], typer.Option("--tag", "-t")] = None,
    due: Annotated[Optional[str], typer.Option(help="YYYY-MM-DD")] = None,
    file: FileOption = Path("notes.json"),
) -> None:
    """Add a note."""
    if not text.strip():
        raise typer.BadParameter("text is empty")
    if due is not None:
        try:
            date.fromisoformat(due)
        except ValueError:
            raise typer.BadParameter(f"not a date: {due}")
    notes = load(file)
    number = max((note["id"] for note in notes), default=0) + 1
    notes.append({"id": number, "text": text, "tags": sorted(tag or []), "due": due, "done": False})
    save(file, notes)
    typer.echo(f"Added note {number}.")


@app.command("list")
def list_notes(
    tag: Optional[str] = None,
    all: bool = typer.Option(False, "--all", help="Show finished notes, too."),
    format: Format = Format.text,
    file: FileOption = Path("notes.json"),
) -> None:
    """Show notes."""
    notes = [note for note in load(file) if all or not note["done"]]
    if tag:
        notes = [note for note in notes if tag in note["tags"]]
    if format is Format.json:
        typer.echo(json.dumps(notes))
        return
    if not notes:
        typer.echo("No notes.")
        return
    for note in notes:
        mark = "x" if note["done"] else " "
        due = f" (due {note['due']})" if note["due"] else ""
        typer.echo(f"[{mark}] {note['id']} {note['text']}{due}")


@app.command()
def done(number: int, file: FileOption = Path("notes.json")) -> None:
    """Mark a note as done."""
    notes = load(file)
    for note in notes:
        if note["id"] == number:
            if note["done"]:
                typer.echo(f"Note {number} was done already.")
                raise typer.Exit(1)
            note["done"] = True
            save(file, notes)
            typer.echo(f"Note {number} is done.")
            return
    typer.echo(f"There is no note {number}.", err=True)
    raise typer.Exit(1)


@app.command()
def clear(
    file: FileOption = Path("notes.json"),
    yes: bool = typer.Option(False, "--yes", "-y"),
) -> None:
    """Remove finished notes."""
    notes = load(file)
    left = [note for note in notes if not note["done"]]
    removed = len(notes) - len(left)
    if removed and not yes:
        typer.confirm(f"Remove {removed} notes?", abort=True)
    save(file, left)
    typer.echo(f"Removed {removed}.")


if __name__ == "__main__":
    app()
