"""Who chooses at a table that is driven by chance: anything with `pick`, `below` and `happens`."""

import random


class Dice:
    """A chooser that is seeded: fast, for long runs."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def below(self, number):
        return self.random.randrange(number)

    def pick(self, among):
        return among[self.random.randrange(len(among))]

    def happens(self, once_in):
        return self.random.randrange(once_in) == 0


class Drawn(Dice):
    """A chooser that asks hypothesis, so that a failing run shrinks: the first choice is the plainest."""

    def __init__(self, draw, integers):
        self.draw, self.integers = draw, integers

    def below(self, number):
        return self.draw(self.integers(0, number - 1)) if number > 1 else 0

    def pick(self, among):
        return among[self.below(len(among))]

    def happens(self, once_in):
        return self.below(once_in) == once_in - 1


class Chance:
    """What the croupier needs of chance, from a chooser. One seed a shuffle: a deck in 53 choices would not shrink either.

    Every other deck lies in order, so that the hands that pay most are not too rare to be met: as it is dealt one by one, or in
    stacks of seven.
    """

    def __init__(self, choose):
        self.choose = choose

    def shuffle(self, x):
        seed = self.choose.below(1 << 16)
        fair = random.Random(seed)
        if seed % 4 > 1:
            fair.shuffle(x)
            return
        in_order = sorted(x, key=lambda card: (card % 4, card))
        turn = fair.randrange(len(x))
        in_order = in_order[turn:] + in_order[:turn]
        places = [(place % 7) * 7 + place // 7 for place in range(49)] + list(range(49, len(x)))
        x[:] = [in_order[place] for place in places] if seed % 4 else in_order
        for _ in range(fair.randrange(8)):
            one, other = fair.randrange(len(x)), fair.randrange(len(x))
            x[one], x[other] = x[other], x[one]

    def randint(self, a, b):
        return a + self.choose.below(b - a + 1)
