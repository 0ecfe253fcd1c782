"""The state that code reads and changes: attributes of its object, and globals."""
