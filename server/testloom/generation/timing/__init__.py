"""The time of a request, shared among the files of a recording, the steps of a file and the work on tests."""
