"""Inputs: literals, strings in formats and matching patterns, plausible types.

* `types`: which types a parameter may take, by its uses and name, by the keys looked up, by real calls;
* `texts`: strings in formats, of patterns and grammars (drawn by `drawn_texts`), and tables;
* which value: `values` (by `dice`), `limited` (within limits);
* which document: `documents`, `looked_up`, `contents` of files, `command_lines` for `parsers`.
"""
