"""A machine that does as it was told before, under names of its own."""


class Machine:
    """Runs in the way that is set."""

    def __init__(self):
        self._options = {"mode": "lax"}
        self._hooks = {}

    def set(self, option, value):
        self._options[option] = value

    def on(self, event, hook):
        self._hooks.setdefault(event, []).append(hook)

    def run(self, text):
        if self._options["mode"] == "strict":
            if self._options.get("limit", 0) > 5:
                return text[:5]
            return text
        if self._options.get("verbose"):
            return f"running {text}"
        return ""

    def start(self):
        done = []
        for hook in self._hooks.get("before-start", ()):
            done.append(hook("start"))
        return done
