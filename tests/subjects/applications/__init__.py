"""Applications with frameworks of today, as people write them."""
