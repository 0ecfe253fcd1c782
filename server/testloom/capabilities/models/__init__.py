"""Objects with fields that have limits: models of pydantic, classes of attrs, whatever declares such.

* `limited`: values within the limits of a type, as often on them as between.

The agent reads the limits from what the classes say, so that this is at work only where there are any.
"""

from testloom.capabilities.models.limited import LimitedValues

MODELS = (LimitedValues(),)
