"""Classes: what they hold, what defining them does, and which class a name means."""
