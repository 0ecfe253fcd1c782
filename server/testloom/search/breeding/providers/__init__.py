"""Value providers: each makes values of some types, and they are chosen by what they offer and what they won.

* `provider`: the shape of a provider, also of one that others register (docs/providers.md);
* `builder`: what a provider makes values with;
* `built_in`: the providers of Testloom.
"""
