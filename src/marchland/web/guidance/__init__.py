"""Help for those who play for the first time: lessons that can be left and taken up again, and proposals that were refused."""
