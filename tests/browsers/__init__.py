"""The site in browsers of other makers (`make browsers`)."""
