"""Files and folders of a test: where it works, its home, where constants point to, how old files are."""

from testloom.capabilities.files.inputs import AgeInput, FileInput
from testloom.capabilities.files.lines import AgeLines, FileLines, FolderLines, OpenFileLines, PathLines
from testloom.capabilities.files.pins import FolderPins, PathPins

FILES = (
    FileInput(),
    AgeInput(),
    PathPins(),
    FolderPins(),
    FolderLines(),
    FileLines(),
    OpenFileLines(),
    AgeLines(),
    PathLines(),
)
