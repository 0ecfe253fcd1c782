"""Handlers of web applications, which tests reach by requests through the client of the framework.

* `statement`: the request;
* `sending`: how the search makes one, and the client that all requests of a test share;
* `overriding`: what takes the place of what handlers depend on, such as a session;
* `held`: what is in the session of a client, and in the configuration of its application;
* `preparing`: what comes before a request, such as a login;
* `accepted`: what the requests of successful tests said;
* `recognition`: what tells that a row is none that the application would have stored;
* `upkeep`: takes bodies out of requests that need none;
* `lines`: how it is written.
"""

from testloom.capabilities.requests.held import HeldInput, HeldLines
from testloom.capabilities.requests.lines import RequestLines
from testloom.capabilities.requests.overriding import OverrideInput, OverrideLines
from testloom.capabilities.requests.recognition import RequestGuide
from testloom.capabilities.requests.sending import Requests
from testloom.capabilities.requests.statement import RequestStatement
from testloom.capabilities.requests.upkeep import RequestUpkeep

REQUESTS = (
    Requests(),
    RequestLines(),
    OverrideInput(),
    OverrideLines(),
    HeldInput(),
    HeldLines(),
    RequestGuide(),
    RequestUpkeep(),
)

__all__ = ["REQUESTS", "RequestStatement"]
