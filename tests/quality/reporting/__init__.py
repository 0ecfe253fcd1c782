"""What is made of measurements.

`page` shows tables, `records` keeps results that are measured one by one, `statistics` compares samples.
"""
