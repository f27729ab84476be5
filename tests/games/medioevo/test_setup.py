"""Setting the table: kingdoms, starting pieces, first Empire card, free Objective token, supply."""
