"""Phase 4: technologies, buildings, transports, units, engines, Empire cards, ransoms."""
