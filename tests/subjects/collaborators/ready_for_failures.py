"""Code that is ready for failures of what it calls."""

import os
import shutil
import tempfile
import urllib.error
import urllib.request


def publish(text):
    """Write a text into a file of its own, which takes the place of the page at once."""
    try:
        number, draft = tempfile.mkstemp(dir=".")
    except OSError:
        return "no room for a draft"
    with os.fdopen(number, "w") as file:
        file.write(str(text))
    try:
        os.chmod(draft, 0o644)
        os.replace(draft, "page")
    except PermissionError:
        os.unlink(draft)
        return "not published"
    return "published"


def room():
    """Say how full the disk is, in parts of a tenth."""
    try:
        usage = shutil.disk_usage(".")
    except OSError:
        return "unknown"
    return "full" if not usage.free else "there is room"


def fetched(url):
    """Load a page."""
    try:
        with urllib.request.urlopen(f"http://localhost/{url}") as answer:
            return answer.read()
    except TimeoutError:
        return "late"
    except urllib.error.HTTPError as error:
        return f"refused: {error.code}"
    except urllib.error.URLError:
        return "unknown"
