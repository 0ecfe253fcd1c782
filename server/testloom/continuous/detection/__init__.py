"""Detection of changes: on a branch, by a save, or while a project is watched."""
