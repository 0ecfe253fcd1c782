"""What texts say: the lines of a file, the words of a name, numbers as they are written, syntax trees."""
