"""The log of Testloom's own failures, beside the store.

A user gets one sentence and the location of the log.
"""

from __future__ import annotations

import traceback
from datetime import datetime

from testloom.store.database import default_folder
from testloom.store.private import begin_private_file, make_private_folder

MOST_BYTES = 1_000_000


def keep_failure(error: BaseException) -> str:
    """Append an exception with its traceback to the log, and say where that is.

    It lies in the user's folder whatever file the store is in. A log that has grown large starts anew.
    """
    file = default_folder() / "testloom.log"
    told = "".join(traceback.format_exception(error))
    try:
        make_private_folder(file.parent)
        begin_private_file(file)
        mode = "w" if file.stat().st_size > MOST_BYTES else "a"
        with file.open(mode, encoding="utf-8", errors="backslashreplace") as log:
            log.write(f"{datetime.now().astimezone():%Y-%m-%d %H:%M:%S %z}\n{told}\n")
    except OSError as refusal:
        return f"The details could not be written to {file}: {refusal.strerror}."
    return f"The details are in {file}: please report them."
