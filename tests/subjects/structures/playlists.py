"""A player that keeps what it was told, and asks for parts of it later."""


def _length(track):
    if track["format"] == "live":
        return track["stop"] - track["start"]
    return track["seconds"]


class Player:
    """Plays what its settings list."""

    def __init__(self, settings):
        self._settings = settings

    def duration(self) -> int:
        """Add up the lengths of all tracks."""
        total = sum(map(_length, self._settings["tracks"]))
        if total > 3600 and self._settings["repeat"] == "album":
            return 2 * total
        return total

    def speaker(self) -> str:
        """Name the speaker that plays."""
        for room, outputs in self._settings["rooms"].items():
            for output in outputs:
                if output["state"] == "on" and output["driver"]["name"] == "alsa":
                    return room
        return "default"
