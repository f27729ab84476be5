"""Noninterference over HTTP: whatever is hidden from a reader is changed, and nothing that the site tells him may change."""
