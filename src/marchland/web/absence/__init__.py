"""Those who are not there: what answers for them, who stands in, vacations, and who can be relied on."""
