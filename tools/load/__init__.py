"""`make load`: how many moves the site holds, and how long each of them takes, on this machine alone."""
