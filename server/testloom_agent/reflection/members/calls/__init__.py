"""What may be called: functions, methods and constructors, with their parameters."""
