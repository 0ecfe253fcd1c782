"""What is kept between runs: history, best tests, coverage. Empty as yet."""
