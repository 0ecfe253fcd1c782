"""What tests are called: the function, the condition that tells one from another, the outcome."""
