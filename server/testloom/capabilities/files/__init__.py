"""Files and folders of a test: its working folder, its home, targets of path constants, ages of files."""

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
