"""What makes instances of a class."""
