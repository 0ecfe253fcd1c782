"""Compressed reports and archives with a manifest."""

import gzip
import json
import zipfile


def errors_in_log(path: str) -> int:
    if not path.endswith(".gz"):
        raise ValueError("not a compressed log")
    found = 0
    with gzip.open(path, "rt") as file:
        for line in file:
            if line.startswith("ERROR"):
                found += 1
    return found


def version_of(path: str) -> str:
    if not zipfile.is_zipfile(path):
        return "no archive"
    with zipfile.ZipFile(path) as archive:
        if "manifest.json" not in archive.namelist():
            return "no manifest"
        manifest = json.loads(archive.read("manifest.json"))
    return manifest.get("version", "unknown")
