"""What is kept becomes as small and as plain as it can be."""
