"""Charts whose options are handed on to where they are read."""


def bar_chart(values, **options):
    """Draw bars, each with a label."""
    return _chart("bar", values, **options)


def line_chart(values, **options):
    """Draw a line."""
    options.setdefault("joined", True)
    return _chart("line", values, **options)


def _chart(kind, values, title=None, **options):
    lines = [] if title is None else [title.upper()]
    lines += _body(values, **options)
    return {"kind": kind, "lines": lines}


def _body(values, *, mark="*", width=20, joined=False, baseline=0, labels=None):
    top = max(values, default=0)
    lines = []
    for place, value in enumerate(values):
        length = round((value - baseline) * width / top) if top else 0
        text = mark * length
        if labels is not None and place < len(labels):
            text = f"{labels[place]:>5} {text}"
        if joined and text:
            text += "|"
        lines.append(text)
    return lines
