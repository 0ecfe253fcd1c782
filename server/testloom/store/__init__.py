"""The store: what is kept between runs, in one SQLite file in the user's data folder.

* `open_store`: the database, made or brought up to date;
* `EmittedTests`: the tests that Testloom wrote into files, so that it knows later which of them a user
  has edited or deleted;
* `MeasuredFiles`: what the project's tests reach of its files;
* `OfferedTests`: tests that wait for their user to accept them, and `DiscardedTests`: those that do no more;
* `KnownBugs`: tests of ours that fail because of a bug, as their user says;
* `FileOutcomes`: what runs left open in a file, and `ExpectedExceptions`: what a user says is no fault;
* `PairCoverage`: how much of what callers and callees have to do with each other their tests cover;
* `SuiteRuns`: what runs of the project's own tests have shown of each source file;
* `Consents`: what a user has agreed to that a repository asks for;
* `move_tests`: what is known and decided of the tests of a file that has another name;
* `taken_out`, `put_in`: what is known of one file, on its way to another machine and back;
* `keep_failure`: the log of what went wrong in Testloom itself;
* `UnitHistory`: what is known of the functions and classes of a project from earlier runs over all of it;
* `make_private_folder`, `keep_private`: what nobody else may read.

Whatever reads or writes the store raises StoreError if that cannot be done.

Start reading at `database.Database`. A new kind of record gets a module like `emitted` and one more step in
`schema.STEPS`.
"""

from testloom.store.consents import Consents
from testloom.store.database import Database, open_store
from testloom.store.decisions import DiscardedTests, KnownBugs
from testloom.store.emitted import EmittedTests
from testloom.store.failures import keep_failure
from testloom.store.measured import MeasuredFiles
from testloom.store.moving import move_tests
from testloom.store.offers import OfferedTests
from testloom.store.outcomes import ExpectedExceptions, FileOutcomes
from testloom.store.pairs import PairCoverage
from testloom.store.portable import put_in, taken_out
from testloom.store.private import begin_private_file, keep_private, make_private_folder
from testloom.store.suite_runs import SuiteRuns
from testloom.store.tested import TestRecords
from testloom.store.units import UnitHistory

__all__ = [
    "Consents",
    "Database",
    "DiscardedTests",
    "EmittedTests",
    "ExpectedExceptions",
    "FileOutcomes",
    "KnownBugs",
    "MeasuredFiles",
    "OfferedTests",
    "PairCoverage",
    "SuiteRuns",
    "TestRecords",
    "UnitHistory",
    "begin_private_file",
    "keep_failure",
    "keep_private",
    "make_private_folder",
    "move_tests",
    "open_store",
    "put_in",
    "taken_out",
]
