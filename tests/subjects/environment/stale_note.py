"""A file that the user names is compared with today's date."""

from datetime import date


class StaleNote:
    """Reads the name of a note from the console; its first line says when it was written."""

    def __init__(self) -> None:
        self.name = input("Which note? ").strip()

    def check(self) -> str:
        try:
            with open(self.name) as note:
                first = note.readline().strip()
        except FileNotFoundError:
            return "no such note"
        if not first:
            return "empty"
        if first == date.today().isoformat():
            return "fresh"
        return "stale"
