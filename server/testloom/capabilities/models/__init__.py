"""Objects with fields that have limits: models of pydantic, classes of attrs, whatever declares such.

* `limited`: values within the limits of a type, as often on them as between;
* `moments`: moments with a time zone keep it.

The agent reads the limits from what the classes say, so that this is at work only where there are any.
"""

from testloom.capabilities.models.limited import LimitedValues
from testloom.capabilities.models.moments import Moments

MODELS = (LimitedValues(), Moments())
