"""A chart of sales, drawn with a library that is only needed for it and is not installed."""


def bars(sales: dict[str, int], title: str = "") -> list[str]:
    """Draw a bar for each month and return the months that had no sales."""
    import plotting_of_charts.canvas as canvas

    figure, axes = canvas.subplots()
    if title:
        figure.set_title(title)
    empty = [month for month, amount in sales.items() if amount <= 0]
    for month, amount in sales.items():
        if month not in empty:
            axes.bar(month, amount)
    return empty
