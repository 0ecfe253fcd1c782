"""The commands of the command line, one file each; `crew` and `watching` belong to `continuous`."""
