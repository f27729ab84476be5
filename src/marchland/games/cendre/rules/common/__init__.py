"""What all chapters share: dice, questions, accounts, marks, the modifiers of the booklets, and carrying out a sheet's lines."""
