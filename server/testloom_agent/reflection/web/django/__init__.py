"""Django: `views` by URL patterns, `api` of its REST framework, `forms`, `signals`, `management` commands."""
