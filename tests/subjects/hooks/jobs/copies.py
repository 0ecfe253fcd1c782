"""Jobs that copy."""

from __future__ import annotations

from jobs.work import Job


class CopyJob(Job):
    """Copies something, in parts if it is large."""

    def _about(self) -> str:
        if self.size > 4096:
            return f"copies {self._parts()} parts"
        return "copies at once"

    def _parts(self) -> int:
        whole, rest = divmod(self.size, 4096)
        return whole + 1 if rest else whole
