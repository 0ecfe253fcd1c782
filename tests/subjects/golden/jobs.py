"""Jobs that may fail."""


class Job:
    """Something to do."""

    retries = 2

    def __init__(self, name):
        self.name = name
        self.failures = 0

    def run(self, times):
        """Do it."""
        raise NotImplementedError

    def attempt(self, times=1):
        for _ in range(self.retries):
            try:
                result = self.run(times)
            except OSError:
                self.failures += 1
            else:
                if result is None:
                    return "nothing"
                return result
        raise RuntimeError(f"{self.name} failed")
