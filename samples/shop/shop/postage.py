"""What it costs to send a parcel; older code without annotations."""

ZONES = {"DE": 1, "FR": 2, "IT": 2, "US": 3}


def zone(country):
    """Return the postal zone of a country code."""
    code = country.strip().upper()
    if len(code) != 2:
        raise ValueError(f"not a country code: {country}")
    return ZONES.get(code, 4)


def postage(grams, country="DE", express=False):
    """Return the price in cents."""
    if grams <= 0:
        raise ValueError("a parcel weighs something")
    price = 250 * zone(country)
    if grams > 2000:
        price += 100 * ((grams - 1) // 1000 - 1)
    elif grams <= 50:
        price //= 2
    if express:
        price = max(2 * price, 999)
    return price
