"""A report that is written into a file, which is closed behind it."""

from pathlib import Path


def report(results, fileobj, limit=3):
    """Write the first results, each in a line, and tell what was written where."""
    with fileobj:
        for number, result in enumerate(results):
            if number == limit:
                fileobj.write("...\n")
                break
            fileobj.write(f"{number}: {result}\n")
    if Path(fileobj.name).stat().st_size:
        return f"written to {fileobj.name}"
    return "nothing to tell"
