"""Classes: what they hold, what happens when they are defined, and which class a name means."""
