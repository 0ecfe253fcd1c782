"""Inputs: literals, strings in formats and matching patterns, plausible types.

* which type: `plausibility` (by uses and names, with `vocabulary`), `records` (by the keys looked up),
  `told` (by real calls), `library` (classes of the standard library);
* which value: `values` (by `dice`), `limited` (within limits);
* which string: `formats`, `patterns`, `grammars` with `drawn_texts`, `addresses`, `documents`, `looked_up`,
  `tables`, `contents` of files, `command_lines` for `parsers`.
"""
