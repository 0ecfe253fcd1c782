"""Databases in memory, where the project has imported a library for them: real ones, with tables and rows.

* `connections`: those of sqlite3, with the tables that the project's own SQL makes;
* `sessions`: those of SQLAlchemy, with the tables of the mapped classes;
* `deferred`: those of peewee that a program chooses when it starts;
* `recognition`: what tells that a parameter, an exception or a call has to do with one;
* `unsaved`: what tells that an object lacks what it would have if it was stored;
* `lines`: how a test closes what it opens.

Those but the deferred ones are made by ordinary statements, changed, minimised and written like others.
"""

from testloom.capabilities.databases.connections import Connections
from testloom.capabilities.databases.deferred import DEFERRED
from testloom.capabilities.databases.lines import DatabaseLines
from testloom.capabilities.databases.recognition import DatabaseGuide
from testloom.capabilities.databases.sessions import Sessions
from testloom.capabilities.databases.unsaved import UnsavedGuide

DATABASES = (Sessions(), Connections(), DatabaseGuide(), UnsavedGuide(), DatabaseLines(), *DEFERRED)

__all__ = ["DATABASES"]
