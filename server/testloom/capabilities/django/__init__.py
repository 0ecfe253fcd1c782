"""Django, where the project has set it up and its tests have pytest-django.

* `database`: a test that stores something says so, and has a database in memory for it;
* `requests`: requests for code that gets them from the framework, such as middleware.

The agent makes the databases (`testloom_agent.environment.django`) and describes models by their fields
(`testloom_agent.reflection.databases.django`).
"""

from testloom.capabilities.django.database import DatabaseLines, DatabasePins
from testloom.capabilities.django.requests import RequestValues

DJANGO = (DatabasePins(), DatabaseLines(), RequestValues())

__all__ = ["DJANGO"]
