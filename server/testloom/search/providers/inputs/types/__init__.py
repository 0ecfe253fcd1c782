"""Types that parameters may take, by their uses, names and observed arguments, and what makes them."""
