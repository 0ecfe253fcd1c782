"""Copies files over a connection that is made in the body."""

import ftplib
from typing import List


class Mirror:
    """A folder on a server."""

    def __init__(self, host: str) -> None:
        self.host = host

    def missing(self, names: List[str]) -> List[str]:
        server = ftplib.FTP(self.host)
        try:
            server.login()
            there = server.nlst()
        except ftplib.error_perm:
            return names
        finally:
            server.quit()
        lacking = [name for name in names if name not in there]
        if len(lacking) > 3:
            return lacking[:3]
        return lacking
