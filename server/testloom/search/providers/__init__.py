"""Value providers: each makes values of some types; the choice depends on their offers and credit.

* `provider`: the interface of a provider, also of those that other packages register
  (docs/providers.md); `builder`: the builder with which it makes values, in a `draft`;
* `built_in`: the providers of Testloom, with `classes`, `doubles`, `values` and `inputs`, which are
  literals;
* `knowledge`: what is known of the subject, with its `callables`; `experience`: what the search learns
  while it runs;
* `choice`: which provider makes a value; `calls`: calls of the subject, with everything that they need;
* `arguments`: which parameters of a call get a value, and of which type; `fields`: those of a test's
  classes;
* `environment`, `indirect` (with `successes`) and `upkeep`: the aspects of capabilities that the search
  uses.
"""
