"""Value providers: each makes values of some types, and they are chosen by what they offer and what they won.

* `provider`: the shape of a provider, also of one that others register (docs/providers.md); `builder`: what
  it makes values with;
* `built_in`: the providers of Testloom, with `classes`, `doubles`, `values` and `inputs`, which are literals;
* `knowledge`: what is known of the subject; `experience`: what the search learns while it runs;
* `choice`: which provider makes a value; `calls`: calls of the subject, with everything that they need;
* `arguments`: which parameters of a call get a value, and of which type;
* `environment`, `indirect` (with `successes`) and `upkeep`: what capabilities tell the search.
"""
