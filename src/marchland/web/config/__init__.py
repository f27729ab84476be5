"""How the site is put together: settings, routes, middleware, logs."""
