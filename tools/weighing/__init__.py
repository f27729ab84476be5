"""What weights are found with by playing (`tools/weigh.py`).

- `scale`: what a title gives: the names of its weights, and a game in which every seat's are shaken
- `judged`: titles whose bots search by a judgement (`kernel/judgement.py`), with the tables of their lesson (`tools/training`)
- `cendre`: the strategists of Terre de Cendre
- `fit`: where the weights belong, by least squares
"""
