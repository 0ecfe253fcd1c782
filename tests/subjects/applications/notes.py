"""Keep notes in a file."""

import json
from pathlib import Path

import click


def load(path):
    if not path.exists():
        return []
    return json.loads(path.read_text())


@click.group()
@click.option("--file", "path", default="notes.json", type=click.Path(dir_okay=False))
@click.pass_context
def cli(context, path):
    """Keep notes."""
    context.obj = Path(path)


@cli.command()
@click.argument("text")
@click.option("--tag", multiple=True)
@click.pass_obj
def add(path, text, tag):
    """Add a note."""
    if not text.strip():
        raise click.BadParameter("a note needs text")
    notes = load(path)
    if any(note["text"] == text for note in notes):
        click.echo("you have this note already", err=True)
        raise SystemExit(3)
    notes.append({"text": text, "tags": sorted(tag), "done": False})
    path.write_text(json.dumps(notes))
    click.echo(f"note {len(notes)} added")


@cli.command("list")
@click.option("--tag")
@click.option("--all", "show_all", is_flag=True)
@click.pass_obj
def list_notes(path, tag, show_all):
    """List the notes."""
    shown = 0
    for number, note in enumerate(load(path), 1):
        if note["done"] and not show_all:
            continue
        if tag and tag not in note["tags"]:
            continue
        mark = "x" if note["done"] else " "
        click.echo(f"{number}. [{mark}] {note['text']}")
        shown += 1
    if not shown:
        click.echo("nothing")


@cli.command()
@click.argument("number", type=click.IntRange(min=1))
@click.pass_obj
def done(path, number):
    """Mark a note as done."""
    notes = load(path)
    if number > len(notes):
        raise click.ClickException(f"there is no note {number}")
    notes[number - 1]["done"] = True
    path.write_text(json.dumps(notes))


@cli.command()
@click.confirmation_option(prompt="Delete all notes?")
@click.pass_obj
def clear(path):
    """Delete all notes."""
    if path.exists():
        path.unlink()
        click.echo("deleted")
    else:
        click.echo("there was nothing to delete")


if __name__ == "__main__":
    cli()
