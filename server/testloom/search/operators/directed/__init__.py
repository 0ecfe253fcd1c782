"""Changes with a purpose: what a comparison, a type test or an exception asked for is put into the test."""
