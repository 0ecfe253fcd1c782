"""What is known of the code: what runs left open, what tests reach, which of them no longer hold."""
