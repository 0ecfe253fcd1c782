"""The commands, one file each; `crew` and `watching` belong to `continuous`."""
