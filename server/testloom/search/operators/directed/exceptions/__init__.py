"""Exception-guided repair: changes that exceptions suggest by their type and message.

* `repair` chooses among the others; `failing_tests` are those worth repairing;
* `lacking` attributes, and `members` for classes of the test; arguments by `blaming`, and by `expecting`
  another type; `awaiting`; `command_lines` for a program's parser.
"""
