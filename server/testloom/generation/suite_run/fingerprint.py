"""The fingerprint of a run of tests: a digest of all that it depends on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from testloom.measurement import CONFIGURATION
from testloom.model.generation_request import GenerationRequest
from testloom.repository import fingerprint, read_bytes

FORM = 1
"""The version of the recorded data; changes with its contents or its form."""


def fingerprint_of(
    request: GenerationRequest, file: Path, tests: Iterable[Path], without: Sequence[str], project: Path
) -> str:
    """Compute a digest of the module, its tests with their configuration, and the interpreter."""
    options = [FORM, str(request.root), fingerprint(request.python), *request.settings.allow, *without]
    digest = hashlib.sha256(json.dumps(options).encode())
    for place in dict.fromkeys([file, *_sources(tests, project)]):
        try:
            content = read_bytes(place)
        except OSError:
            continue
        digest.update(f"\0{place}\0{len(content)}\0".encode("utf-8", "surrogateescape"))
        digest.update(content)
    return digest.hexdigest()


def _sources(tests: Iterable[Path], project: Path) -> Iterator[Path]:
    """Test files, and the configuration beside and above each of them."""
    for test in tests:
        yield test
        for folder in test.parents:
            yield from (folder / name for name in CONFIGURATION)
            if folder == project:
                break
