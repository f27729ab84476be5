"""Company: ratings, friends, people who wait for a game, tournaments. All of it is for those who have an account and want it."""
