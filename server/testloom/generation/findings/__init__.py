"""Faults of the subject that runs show: crashes, and contradictions of documentation and annotations."""
