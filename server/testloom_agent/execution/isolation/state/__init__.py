"""Changes of a test case to the memory of its process: found, named and undone.

* `process_state`: all of them; `module_state`: the project's modules, in place; `foreign` modules;
  `registries`: process-wide settings; `libraries` that remember what they were refused;
* `state_names`: the names of what has changed, without what was `imported`;
* `memos`: values that the code computes once, which are kept.
"""
