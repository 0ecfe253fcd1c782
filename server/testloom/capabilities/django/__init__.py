"""Capabilities for Django, where the project has set it up and its tests have pytest-django.

* `database`: marks tests that store objects, and so gives them a database in memory;
* `media`: has files stored in a folder of the test;
* `mail`: gives tests that send mail the plugin's outbox;
* `management`: management commands, run by their names;
* `requests`: requests for code that gets them from the framework, such as middleware;
* `uploads`: files that requests upload.

The agent makes the databases (`testloom_agent.environment.databases.django`) and describes models by their
fields (`testloom_agent.reflection.databases.django`).
"""

from testloom.capabilities.django.database import DatabaseLines, DatabasePins, ModelGuide
from testloom.capabilities.django.mail import MailLines, MailPins
from testloom.capabilities.django.management import ManagementCommands, ManagementLines
from testloom.capabilities.django.media import MediaLines, MediaPins
from testloom.capabilities.django.requests import RequestValues
from testloom.capabilities.django.uploads import UploadedFiles

DJANGO = (
    DatabasePins(),
    ModelGuide(),
    DatabaseLines(),
    MailPins(),
    MailLines(),
    MediaPins(),
    MediaLines(),
    RequestValues(),
    UploadedFiles(),
    ManagementCommands(),
    ManagementLines(),
)

__all__ = ["DJANGO"]
