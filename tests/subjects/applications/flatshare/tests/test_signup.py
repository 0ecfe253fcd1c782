def test_signup(client):
    response = client.post("/signup", json={"name": "ada", "password": "correct horse"})
    assert response.status_code == 201
