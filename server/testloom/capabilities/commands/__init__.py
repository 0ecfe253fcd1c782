"""Commands of click and typer, which tests invoke through their application with a command line.

* `invoking`: how the search makes an invocation, and the runner that all commands of a test share;
* `lines`: how it is written.
"""

from testloom.capabilities.commands.invoking import Commands
from testloom.capabilities.commands.lines import CommandLines

COMMANDS = (Commands(), CommandLines())

__all__ = ["COMMANDS"]
