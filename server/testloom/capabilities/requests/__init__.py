"""Handlers of web applications, which tests reach by requests through the test client of the framework.

* `statement`: the request;
* `sending`: how the search makes a request, and the client that all requests of a test share;
* `overriding`: replaces the dependencies of handlers, such as a session;
* `held`: sets values in the session of a client, and in the configuration of its application;
* `preparing`: steps before a request, such as a login;
* `tokens`: credentials that the project issues itself;
* `accepted`: values in the requests of successful tests;
* `recognition`: recognises errors caused by rows that the application would not have stored;
* `upkeep`: keeps requests to what clients send, and removes bodies from those that need none;
* `lines`: how a request is written.
"""

from testloom.capabilities.requests.held import HeldInput, HeldLines
from testloom.capabilities.requests.lines import RequestLines
from testloom.capabilities.requests.overriding import OverrideInput, OverrideLines
from testloom.capabilities.requests.recognition import RequestGuide
from testloom.capabilities.requests.sending import Requests
from testloom.capabilities.requests.statement import RequestStatement
from testloom.capabilities.requests.tokens import IssuedTokens
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
    IssuedTokens(),
)

__all__ = ["REQUESTS", "RequestStatement"]
