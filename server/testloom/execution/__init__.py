"""The client of the agent: starts it, sends it test cases, and replaces it when it dies.

`Agent` is a `model.execution.Executor` around one agent process; `guarded_command` is how to run a
program under the agent's guard, `recorded_command` and `recorded_environment` how to record a program.
Start reading at `agent`; `process` owns the process and its pipes, `wire` defines the form of requests
and answers. `worker` runs a whole request in a process of its own, and `process_group` ends such a
process with all below it.
"""

from testloom.execution.agent import Agent, AgentSettings, Companions
from testloom.execution.guarded import guarded_command
from testloom.execution.process import AGENT_FOLDER
from testloom.execution.recorded import recorded_command, recorded_environment

__all__ = [
    "AGENT_FOLDER",
    "Agent",
    "AgentSettings",
    "Companions",
    "guarded_command",
    "recorded_command",
    "recorded_environment",
]
