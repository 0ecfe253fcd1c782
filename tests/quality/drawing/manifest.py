"""Lists of modules, as files."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from ..environments.errors import BenchError

CODAMOSA = Path(__file__).with_name("codamosa.json")
DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class Entry:
    """A module by its dotted name, the package that it is from (`name==version`), and its size."""

    module: str
    package: str = ""
    statements: int = 0


@dataclass(frozen=True, slots=True)
class Manifest:
    """Modules, and the environment they are installed in: one that `environments/pinned` lists."""

    about: str
    modules: tuple[Entry, ...]
    environment: str = DRAWN

    def only(self, prefix: str) -> Manifest:
        """The modules whose names begin so; all for an empty prefix.

        Raises:
            BenchError: if there are none.
        """
        if not prefix:
            return self
        chosen = tuple(entry for entry in self.modules if entry.module.startswith(prefix))
        if not chosen:
            raise BenchError(
                f"No module begins with {prefix} of {self.about}: take a name as it is imported."
            )
        return Manifest(f"{prefix} of: {self.about}", chosen, self.environment)

    def spread(self, count: int | None) -> Manifest:
        """As many of the modules, taken evenly from all of the list: it may be sorted by package."""
        total = len(self.modules)
        if count is None or count >= total:
            return self
        chosen = tuple(self.modules[place * total // count] for place in range(count))
        return Manifest(f"{count} of: {self.about}", chosen, self.environment)

    def save(self, path: Path) -> None:
        """Write the list as a file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.text, encoding="utf-8")

    @property
    def text(self) -> str:
        """The list as JSON."""
        return json.dumps(asdict(self), indent=1) + "\n"


def read(path: Path) -> Manifest:
    """Read a list; what it says of modules beyond an `Entry`, such as published figures, is left out.

    Raises:
        BenchError: if the file is no such list.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        modules = tuple(
            Entry(entry["module"], entry.get("package", ""), entry.get("statements", 0))
            for entry in data["modules"]
        )
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise BenchError(
            f"{path} is no list of modules ({error!r}): `bench draw --out` writes one."
        ) from error
    return Manifest(data.get("about", path.name), modules, data.get("environment", DRAWN))
