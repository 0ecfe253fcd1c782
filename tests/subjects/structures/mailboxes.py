"""An account of mail whose settings are read through helpers that get their names."""

from __future__ import annotations

DEFAULTS = {"folder": "INBOX"}


def setting(settings, name):
    if name not in settings:
        raise LookupError(name)
    return settings[name]


class Mailbox:
    def __init__(self, **settings):
        self._settings = {**DEFAULTS, **settings}
        self.host = self._required("host")
        self.user = self._required("user")
        self.folder = self._settings["folder"]

    def _required(self, name):
        if name not in self._settings:
            raise LookupError(name)
        return self._settings[name]

    def address(self):
        return f"{self.user}@{self.host}/{self.folder}"


def summary(report):
    sender = setting(report, "sender")
    status = setting(report, "status")
    if setting(report, "code") == 550:
        return "refused"
    return f"{sender} {status}"
