"""Objects whose fields have limits: models of pydantic, classes of attrs and similar classes.

* `limited`: values within the limits of a type, as often on them as between;
* `moments`: keeps the time zone of datetimes.

The agent reads the limits from the definitions of the classes, so this capability is used only where
there are any.
"""

from testloom.capabilities.models.limited import LimitedValues
from testloom.capabilities.models.moments import Moments

MODELS = (LimitedValues(), Moments())
