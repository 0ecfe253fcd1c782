"""What is lent to whom, kept with the application."""

from dataclasses import dataclass, field

from flask import current_app, g


class UnknownTool(LookupError):
    def __init__(self, name):
        super().__init__(f"no tool is called {name}")


class NotAvailable(Exception):
    pass


@dataclass
class Tool:
    name: str
    owner: str
    lent_to: str | None = None
    due: int = 0
    waiting: list[str] = field(default_factory=list)


class Shed:
    def __init__(self):
        self.tools: dict[str, Tool] = {}

    def add(self, name: str, owner: str) -> Tool:
        if name in self.tools:
            raise ValueError(f"{name} is there already")
        tool = self.tools[name] = Tool(name, owner)
        return tool

    def find(self, name: str) -> Tool:
        try:
            return self.tools[name]
        except KeyError:
            raise UnknownTool(name) from None

    def lend(self, name: str, to: str, today: int, days: int) -> Tool:
        tool = self.find(name)
        if tool.lent_to is not None:
            if to not in tool.waiting:
                tool.waiting.append(to)
            raise NotAvailable(f"{name} is out until day {tool.due}")
        if tool.waiting and tool.waiting[0] != to:
            raise NotAvailable(f"{tool.waiting[0]} comes first")
        if tool.waiting:
            tool.waiting.pop(0)
        tool.lent_to, tool.due = to, today + days
        return tool

    def give_back(self, name: str, today: int) -> int:
        """Take a tool back; returns how many days it is late."""
        tool = self.find(name)
        if tool.lent_to is None:
            raise NotAvailable(f"{name} is not out")
        late = max(0, today - tool.due)
        tool.lent_to, tool.due = None, 0
        return late


def init_app(app):
    app.extensions["shed"] = Shed()


def shed() -> Shed:
    if "shed" not in g:
        g.shed = current_app.extensions["shed"]
    return g.shed


def fine(late: int) -> float:
    """What it costs to be so many days late."""
    return round(late * current_app.config["FINE_PER_DAY"], 2)


def neighbour() -> str:
    """Who is asking, in small letters."""
    return g.get("neighbour", "").strip().lower()
