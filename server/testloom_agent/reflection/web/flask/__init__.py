"""Flask: routes (`wsgi`), `contexts`, what sessions and configurations hold (`held`), forms (`wtforms`)."""
