"""Reports of a run beyond its tests: missed goals and the reasons; results for each unit."""
