"""Handlers of aiohttp.web get requests as its own function for tests makes them, where it is imported.

* `statement`: a request, with what was sent and the application that it came to;
* `requests`: requests with what the code looks up in them;
* `upkeep`: what they keep to when a test changes;
* `lines`: how they are written;
* `quiet`: a mark of tests that store something in them.

The application is a plain one, which keeps what the code looks up in it. No port is bound.
"""

from testloom.capabilities.aiohttp.lines import MockedRequestLines
from testloom.capabilities.aiohttp.quiet import QuietLines, QuietPins
from testloom.capabilities.aiohttp.requests import HandedRequests
from testloom.capabilities.aiohttp.upkeep import HandedGuide, HandedUpkeep

AIOHTTP = (HandedRequests(), HandedUpkeep(), HandedGuide(), MockedRequestLines(), QuietPins(), QuietLines())

__all__ = ["AIOHTTP"]
