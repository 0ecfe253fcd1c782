from flask import current_app

from .db import get_db


def share(cents, people):
    """Divide an amount among people; the odd cents go to those who come first."""
    if not people:
        raise ValueError("nobody to share with")
    each, odd = divmod(cents, len(people))
    return {person: each + (1 if place < odd else 0) for place, person in enumerate(people)}


def settle(balances):
    """Payments (from, to, cents) that bring all balances to zero."""
    owing = sorted((cents, who) for who, cents in balances.items() if cents < 0)
    owed = sorted(((cents, who) for who, cents in balances.items() if cents > 0), reverse=True)
    payments = []
    while owing and owed:
        debt, debtor = owing.pop(0)
        credit, creditor = owed.pop(0)
        paid = min(-debt, credit)
        payments.append((debtor, creditor, paid))
        if -debt > paid:
            owing.insert(0, (debt + paid, debtor))
        if credit > paid:
            owed.insert(0, (credit - paid, creditor))
    return payments


def balances(household_id):
    """What each member has paid more than used, in cents, by name."""
    db = get_db()
    members = db.execute(
        "SELECT users.id, users.name FROM users JOIN members ON members.user_id = users.id"
        " WHERE members.household_id = ? ORDER BY users.id",
        (household_id,),
    )
    found = {}
    for member in members:
        paid = db.execute(
            "SELECT COALESCE(SUM(cents), 0) FROM expenses WHERE household_id = ? AND payer_id = ?",
            (household_id, member["id"]),
        ).fetchone()[0]
        used = db.execute(
            "SELECT COALESCE(SUM(shares.cents), 0) FROM shares JOIN expenses ON expenses.id = shares.expense_id"
            " WHERE expenses.household_id = ? AND shares.user_id = ?",
            (household_id, member["id"]),
        ).fetchone()[0]
        found[member["name"]] = paid - used
    return found


def money(cents):
    """An amount in the currency of the application: `EUR 12.05`."""
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{current_app.config['CURRENCY']} {sign}{whole}.{rest:02}"
