"""Lines of a log, whose records hold objects under their keys."""

import json


class Formatter:
    def __init__(self, threshold, as_json):
        self._threshold = threshold
        self._as_json = as_json

    def format(self, record):
        if self._threshold > record["level"].number:
            return ""
        trouble = ""
        if record["failure"]:
            kind, value, _ = record["failure"]
            trouble = f" ({kind.__name__}: {value})"
        text = record["message"] + trouble
        return self._document(text, record) if self._as_json else text

    @staticmethod
    def _document(text, record):
        entries = {
            "text": text,
            "seconds": record["elapsed"].total_seconds(),
            "file": {"stem": record["file"].stem, "line": record["file"].line_number},
            "level": {"icon": record["level"].icon, "title": record["level"].title},
            "time": record["time"].timestamp(),
        }
        return json.dumps(entries, default=str)


def slowest(steps):
    found = [step for step in steps if step.seconds_spent > 60]
    return [step.heading for step in found]
