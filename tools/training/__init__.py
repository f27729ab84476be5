"""What judgements are learned from (`tools/train.py`).

- `lesson`: what a title gives: its figures, the tables played at, the bots of the house
- `games`: the games, by the house and by pupils, and the positions kept of them
- `fit`: weights that foretell who will win
- one module for each title that learns, named as the title is: its `LESSON`
"""

import os

for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")
"""One thread adds up in the same order everywhere, and does not wait for others on a busy machine; games are what takes long."""
