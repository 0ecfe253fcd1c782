from links.store import Store


def test_hit_counts():
    store = Store()
    store.add("https://example.com", "ada", "a")
    assert store.hit("a").hits == 1
