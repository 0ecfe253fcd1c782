from django import template
from django.utils import timezone

register = template.Library()


@register.filter
def age(moment, now=None):
    """How long ago that was, roughly."""
    days = ((now or timezone.now()) - moment).days
    if days < 1:
        return "today"
    if days == 1:
        return "yesterday"
    if days < 14:
        return f"{days} days ago"
    return f"{days // 7} weeks ago"
