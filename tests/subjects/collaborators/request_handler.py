"""Answers requests of a web framework; what a request is, nothing says."""


def handle(request):
    if request.method != "POST":
        return 405, "use POST"
    if not request.user.is_authenticated:
        return 401, "log in"
    amount = request.form.get("amount")
    if amount is None:
        return 400, "no amount"
    if not amount.isdigit():
        return 400, f"not a number: {amount}"
    if request.user.credit < int(amount):
        return 402, "not enough"
    return 200, "ok"
