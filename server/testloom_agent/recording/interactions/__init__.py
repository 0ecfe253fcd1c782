"""What calls under way ask of others, of files and of their environment."""
