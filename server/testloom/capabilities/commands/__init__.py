"""Commands of click and typer, which tests reach by a command line through their application.

* `invoking`: how the search makes one, and the runner that all commands of a test share;
* `lines`: how it is written.
"""

from testloom.capabilities.commands.invoking import Commands
from testloom.capabilities.commands.lines import CommandLines

COMMANDS = (Commands(), CommandLines())

__all__ = ["COMMANDS"]
