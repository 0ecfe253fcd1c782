"""What code looks up in a value, written as `steps`; `reader` is the entry point."""
