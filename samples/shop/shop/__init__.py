"""A small shop: accounts, discounts, baskets and postage."""
