"""Analysis of text: the lines of a file, the words of a name, written numbers, syntax trees."""
