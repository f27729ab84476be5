"""Reports: everything a nation may know after a season, as data first and then as pages in three languages."""
