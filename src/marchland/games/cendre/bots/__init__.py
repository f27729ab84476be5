"""Programs that play a nation: they write complete order sheets from what the nation itself knows."""
