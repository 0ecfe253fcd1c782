"""Arrays of numpy, series and frames of pandas and polars, with the columns that code looks up in them.

* `kinds`: which parameters take them, and what their columns hold;
* `values`: the values, as calls with lists that a reader takes in at a glance;
* `timestamps`: dates like those in the columns, and evenly spaced ones as an index;
* `shape`: keeps the columns of a frame equally long when a test changes;
* `columns`: adds columns that an exception reports as missing.
"""

from testloom.capabilities.frames.columns import FrameGuide
from testloom.capabilities.frames.shape import FrameShape
from testloom.capabilities.frames.timestamps import Moments, Timestamps
from testloom.capabilities.frames.values import FrameValues

FRAMES = (FrameValues(), Timestamps(), FrameShape(), Moments(), FrameGuide())
