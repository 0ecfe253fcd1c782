"""Texts: those in common formats, by regular expressions and by grammars of the code, and tables."""
