"""The store: data kept between runs, in one SQLite file in the user's data folder.

* `open_store`: the database, created or upgraded;
* `EmittedTests`: the tests that Testloom wrote into files, so that it knows later which of them a user
  has edited or deleted;
* `MeasuredFiles`: the coverage of a project's files by its tests;
* `OfferedTests`: tests that wait for their user to accept them, and `DiscardedTests`: the discarded
  ones;
* `KnownBugs`: generated tests that fail because of a bug, according to their user;
* `FileOutcomes`: a file's uncovered goals and findings of its last runs, and `ExpectedExceptions`:
  exceptions that the user does not consider faults;
* `PairCoverage`: how many coupled branches of callers and callees their tests cover;
* `SuiteRuns`: for each source file, the results of runs of the project's own tests;
* `FileDigests`: digests of the data files of a project;
* `Consents`: a user's answers to requests of a repository;
* `move_tests`: moves the data and decisions about a test file that was renamed;
* `taken_out`, `put_in`: export and import the data of one file, to and from another machine;
* `keep_failure`: the log of errors in Testloom itself;
* `UnitHistory`: what is known of the functions and classes of a project from earlier runs over all of
  it;
* `make_private_folder`, `keep_private`: folders and files that nobody else may read.

Failures to read or write the store raise StoreError.

Start reading at `database.Database`. A new kind of record gets a module like `tables.emitted` and one
more step in `schema.STEPS`.
"""

from testloom.store.database import Database, open_store
from testloom.store.failures import keep_failure
from testloom.store.moving import move_tests
from testloom.store.portable import put_in, taken_out
from testloom.store.private import begin_private_file, keep_private, make_private_folder
from testloom.store.tables.consents import Consents
from testloom.store.tables.decisions import DiscardedTests, KnownBugs
from testloom.store.tables.digests import FileDigests
from testloom.store.tables.emitted import EmittedTests
from testloom.store.tables.measured import MeasuredFiles
from testloom.store.tables.offers import OfferedTests
from testloom.store.tables.outcomes import ExpectedExceptions, FileOutcomes
from testloom.store.tables.pairs import PairCoverage
from testloom.store.tables.suite_runs import SuiteRuns
from testloom.store.tables.tested import TestRecords
from testloom.store.tables.units import UnitHistory

__all__ = [
    "Consents",
    "Database",
    "DiscardedTests",
    "EmittedTests",
    "ExpectedExceptions",
    "FileDigests",
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
