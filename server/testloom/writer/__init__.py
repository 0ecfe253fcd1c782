"""The writer: turns test cases with assertions into pytest source such as a person would write.

* `render`: tests → the text of a test file, new or merged into an existing one;
* `with_chosen`: some of these tests, put into the current file; `edited`: a user's edits of them;
* `changed_value`: the expected and actual values of a generated test, `expected_value` of a user's
  test;
* `as_failing`: a test of an exception as one that fails because of it; `as_contradicted`: a test of a
  contradicted documentation;
* `save`, `read_existing`, `check_writable`: the file itself, never half-written, never outside its
  project;
* `project_style`: the project's settings of line length, quotes and imports, from its own files;
* `find_test_file`: where the tests of a module belong; `find_test_root`: the folder that they never
  leave.

Start reading at `files.rendering`; `layout.case` decides about one test, `rendering.bodies` turns that
into lines (and says where a new kind of statement joins in), `values` writes a value in Python,
`naming` finds the name of a test, `functions` joins tests of one shape. `files.ownership` determines
what became of earlier tests, `files.placing` which tests a file lacks, and `files.merging` adds them.
"""

from testloom.writer.changed import ChangedValue, changed_value, expected_value
from testloom.writer.errors import UnwritableError
from testloom.writer.failing import as_contradicted, as_failing
from testloom.writer.files.choosing import function_source, function_span, restyled, with_chosen
from testloom.writer.files.disk import check_writable, place_inside, read_existing, save
from testloom.writer.files.document import Document, fingerprint, fingerprints
from testloom.writer.files.editing import Edited, EditedFunction, edited
from testloom.writer.files.ownership import emitted_in
from testloom.writer.files.placing import signature_of
from testloom.writer.files.rendering import RenderedFile, RenderedTest, owned_tests, relaid, render
from testloom.writer.files.superseding import render_instead, untouched, without_tests
from testloom.writer.project.layout import find_test_file, find_test_root, namesakes
from testloom.writer.project.style import Formatter, ProjectStyle, project_style
from testloom.writer.syntax.renaming import with_names
from testloom.writer.values.operators import ARITHMETIC, ORDERINGS

__all__ = [
    "ARITHMETIC",
    "ORDERINGS",
    "ChangedValue",
    "Document",
    "Edited",
    "EditedFunction",
    "Formatter",
    "ProjectStyle",
    "RenderedFile",
    "RenderedTest",
    "UnwritableError",
    "as_contradicted",
    "as_failing",
    "changed_value",
    "check_writable",
    "edited",
    "emitted_in",
    "expected_value",
    "find_test_file",
    "find_test_root",
    "fingerprint",
    "fingerprints",
    "function_source",
    "function_span",
    "namesakes",
    "owned_tests",
    "place_inside",
    "project_style",
    "read_existing",
    "relaid",
    "render",
    "render_instead",
    "restyled",
    "save",
    "signature_of",
    "untouched",
    "with_chosen",
    "with_names",
    "without_tests",
]
