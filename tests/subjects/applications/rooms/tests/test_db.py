def test_init_db_command(runner):
    assert "Initialized" in runner.invoke(args=["init-db"]).output
