"""Databases in memory, where the project has imported a library for them: real ones, with tables and rows.

* `connections`: connections of sqlite3, with the tables that the project's own SQL creates;
* `sessions`: sessions of SQLAlchemy, with the tables of the mapped classes;
* `upkeep`: what asynchronous sessions work on;
* `stored`: values of rows, by which calls look for them;
* `hashes`: values of rows that a function of the project makes;
* `deferred`: databases of peewee that a program chooses when it starts;
* `recognition`: recognises parameters, exceptions and calls that have to do with a database;
* `sought`: rows that code was seen to look for in vain;
* `unsaved`: recognises objects that lack values which they would have if they were stored;
* `lines`: how a test closes what it opens.

All but the deferred ones are made by ordinary statements, changed, minimised and written like others.
"""

from testloom.capabilities.databases.connections import Connections
from testloom.capabilities.databases.deferred import DEFERRED
from testloom.capabilities.databases.lines import DatabaseLines
from testloom.capabilities.databases.recognition import DatabaseGuide
from testloom.capabilities.databases.sessions import Sessions
from testloom.capabilities.databases.sought import SoughtGuide
from testloom.capabilities.databases.unsaved import UnsavedGuide
from testloom.capabilities.databases.upkeep import SessionUpkeep

DATABASES = (
    *(Sessions(), SessionUpkeep(), Connections(), DatabaseGuide(), SoughtGuide(), UnsavedGuide()),
    DatabaseLines(),
    *DEFERRED,
)

__all__ = ["DATABASES"]
