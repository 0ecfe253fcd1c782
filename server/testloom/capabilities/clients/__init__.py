"""Clients of web services, where the project has imported httpx or requests: real, with canned responses.

* `answers`: clients and responses of httpx, with the JSON that the code looks keys up in;
* `addresses`: where requests go, rather than to other texts;
* `served`: answers to all that requests sends;
* `upkeep`: what they keep to when a test changes;
* `recognition`: what tells that a test has not prepared an answer.

Clients of httpx are made by ordinary statements, as are the answers: these are changed, minimised and written
like others. Nothing is sent.
"""

from testloom.capabilities.clients.addresses import Addresses, AddressUpkeep
from testloom.capabilities.clients.answers import Answers
from testloom.capabilities.clients.recognition import AnswerGuide
from testloom.capabilities.clients.served import AnswersInput, AnswersLines
from testloom.capabilities.clients.upkeep import AnswerUpkeep

CLIENTS = (
    Addresses(),
    AddressUpkeep(),
    Answers(),
    AnswersInput(),
    AnswersLines(),
    AnswerUpkeep(),
    AnswerGuide(),
)

__all__ = ["CLIENTS"]
