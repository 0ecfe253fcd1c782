"""The capabilities of tests: what they can contain besides calls and values, in a module or folder each.

Each capability has aspects for the other packages: how the search makes, changes and reduces its
statements (`EnvironmentInput`), whether a test depends on it (`Pinning`), and how it is written
(`Written`). To add a capability, write its module, name it here, and add the agent's half to
`testloom_agent.environment`, which notes touches and executes the statement. `time_zone` is a complete
example; docs/agent-protocol.md and docs/environment.md describe all of them.
"""

from testloom.capabilities.aiohttp import AIOHTTP
from testloom.capabilities.clients import CLIENTS
from testloom.capabilities.clock import CLOCK
from testloom.capabilities.command_line import COMMAND_LINE
from testloom.capabilities.commands import COMMANDS
from testloom.capabilities.console import CONSOLE
from testloom.capabilities.contexts import CONTEXTS
from testloom.capabilities.databases import DATABASES
from testloom.capabilities.django import DJANGO
from testloom.capabilities.event_loop import EVENT_LOOP
from testloom.capabilities.failures import FAILURE
from testloom.capabilities.files import FILES
from testloom.capabilities.fixtures import FIXTURES
from testloom.capabilities.frames import FRAMES
from testloom.capabilities.libraries import LIBRARY
from testloom.capabilities.machine import MACHINE
from testloom.capabilities.models import MODELS
from testloom.capabilities.namespaces import NAMESPACES
from testloom.capabilities.queues import QUEUES
from testloom.capabilities.randomness import RANDOMNESS
from testloom.capabilities.requests import REQUESTS
from testloom.capabilities.settings import SETTING
from testloom.capabilities.starlette import STARLETTE
from testloom.capabilities.state import STATE
from testloom.capabilities.threads import THREADS
from testloom.capabilities.time_zone import TIME_ZONE
from testloom.capabilities.variables import VARIABLE
from testloom.model.capabilities import Capabilities
from testloom.model.statements.decoding import BASIC_KINDS, Kinds

CAPABILITIES = Capabilities(
    (
        *LIBRARY,
        *FILES,
        *CONSOLE,
        *CLOCK,
        *TIME_ZONE,
        *RANDOMNESS,
        *COMMAND_LINE,
        *SETTING,
        *MACHINE,
        *STATE,
        *VARIABLE,
        *THREADS,
        *FAILURE,
        *EVENT_LOOP,
        *CONTEXTS,
        *FIXTURES,
        *MODELS,
        *DATABASES,
        *DJANGO,
        *AIOHTTP,
        *STARLETTE,
        *CLIENTS,
        *NAMESPACES,
        *QUEUES,
        *FRAMES,
        *REQUESTS,
        *COMMANDS,
    )
)
"""All capabilities, in the order in which they are applied."""
KINDS: Kinds = {**BASIC_KINDS, **CAPABILITIES.kinds}
"""All kinds of statements that a test case can contain."""
