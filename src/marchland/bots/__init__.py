"""Bots: players that are programs. They see what their seat may see, never the true hidden state."""
