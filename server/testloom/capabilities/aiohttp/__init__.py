"""Mocked requests for handlers of aiohttp.web, made by aiohttp's own test function, where it is imported.

* `statement`: a request, with what was sent and the application that received it;
* `requests`: makes requests with the entries that the code looks up in them;
* `upkeep`: keeps requests valid when a test changes;
* `lines`: how requests are written;
* `quiet`: a mark for tests that store values in them.

The application is a plain one, which holds the values that the code looks up in it. No port is bound.
"""

from testloom.capabilities.aiohttp.lines import MockedRequestLines
from testloom.capabilities.aiohttp.quiet import QuietLines, QuietPins
from testloom.capabilities.aiohttp.requests import HandedRequests
from testloom.capabilities.aiohttp.upkeep import HandedGuide, HandedUpkeep

AIOHTTP = (HandedRequests(), HandedUpkeep(), HandedGuide(), MockedRequestLines(), QuietPins(), QuietLines())

__all__ = ["AIOHTTP"]
