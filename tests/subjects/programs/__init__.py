"""Programs that are recorded by `tests.quality.recorded_programs`."""
