"""out_of_range: the pairs that a longer text takes where training never went."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, exactly
from posenc.exercises.formulas import pair_rates

# "Exceeds" allows for rounding: squeezed rates reach the old angle and no more.
SLACK = 1 + 1e-6


def out_of_range(trained, wanted, new_rates, old_rates):
    return np.array(
        [
            i
            for i in range(len(old_rates))
            if old_rates[i] * (trained - 1) < 2 * math.pi
            and new_rates[i] * (wanted - 1) > old_rates[i] * (trained - 1) * SLACK
        ],
        dtype=int,
    )


EDGES = (
    (101, 201, np.array([1.0, 0.1, 0.01]), np.array([1.0, 0.1, 0.01])),
    (101, 201, np.array([0.5, 0.05, 0.004]), np.array([1.0, 0.1, 0.01])),
    (11, 21, np.array([1.0, 0.4, 0.3]), np.array([1.0, 0.5, 0.5])),
    # Squeezed exactly: equal angles, of which rounding makes some a hair larger.
    (11, 31, pair_rates(12, 1000.0) * 10 / 30, pair_rates(12, 1000.0)),
)


def cases(random):
    drawn = []
    while len(drawn) < 30:
        old_rates = pair_rates(2 * int(random.integers(8, 25)), 10 ** random.uniform(3, 5))
        periods = 2 * np.pi / old_rates
        # The longest text in which this pair just misses its turn.
        pair = random.choice(np.flatnonzero((periods > 6) & (periods < 300)))
        trained = int(np.ceil(periods[pair]))
        wanted = int(trained * random.uniform(1.5, 5)) + 2
        # Angles far inside of what was reached, a hair inside, equal, a hair outside, far outside.
        stretches = (
            0.7,
            (wanted - 1) / (wanted - 0.5),
            1,
            trained / (trained - 1) - 0.5 / wanted,
            4,
        )
        stretch = random.choice(stretches, len(old_rates))
        stretch[pair] = 1.5
        new_rates = old_rates * stretch * (trained - 1) / (wanted - 1)
        # Equal up to rounding, and by rounding a hair larger.
        new_rates[stretch == 1] *= 1 + 4e-16
        if is_clear(trained, wanted, new_rates, old_rates):
            drawn.append((trained, wanted, new_rates, old_rates))
    yield from sorted(drawn, key=lambda case: len(case[3]))


def is_clear(trained, wanted, new_rates, old_rates):
    turned = old_rates * (trained - 1) / (2 * np.pi)
    stretch = new_rates * (wanted - 1) / (old_rates * (trained - 1))
    equal, apart = np.abs(stretch - 1) < 1e-12, np.abs(stretch - 1) >= 1e-4
    return np.all(np.abs(turned - 1) >= 1e-3) and np.all(equal | apart)


def those_where(holds):
    """Indices where ``holds(before, after, trained, wanted, new_rates, old_rates)``.

    `before` are the angles over trained−1 positions at the old rates, `after` over wanted−1 at the
    new ones.
    """

    def found(trained, wanted, new_rates, old_rates):
        before, after = old_rates * (trained - 1), new_rates * (wanted - 1)
        return np.flatnonzero(holds(before, after, trained, wanted, new_rates, old_rates))

    return found


TURN = 2 * np.pi
MISTAKES = (
    Mistake(
        "finished-pairs-too",
        those_where(lambda before, after, *rest: after > before * SLACK),
        "You also list pairs that had closed a turn in training: they have seen every angle, and "
        "nothing is new to them. Keep those with less than a turn over trained - 1 positions.",
    ),
    Mistake(
        "unfinished-alone",
        those_where(lambda before, after, *rest: before < TURN),
        "You list every pair that had not closed its turn. Keep those whose new angle over "
        "wanted - 1 positions exceeds the old one over trained - 1.",
    ),
    Mistake(
        "turn-for-the-old-reach",
        those_where(lambda before, after, *rest: (before < TURN) & (after > TURN)),
        "You ask whether the new angle exceeds a whole turn. An unfinished pair is out of range as "
        "soon as it goes past the angle it reached in training.",
    ),
    Mistake(
        "unfinished-at-the-new-rates",
        those_where(
            lambda before, after, trained, wanted, new, old: (
                (new * (trained - 1) < TURN) & (after > before * SLACK)
            )
        ),
        "Whether a turn was closed in training depends on the old rates. You use the new ones.",
    ),
    Mistake(
        "unfinished-over-the-wanted-length",
        those_where(lambda before, after, *rest: (after < TURN) & (after > before * SLACK)),
        "You keep pairs that are unfinished over the wanted length. The question is which were "
        "unfinished in training: trained - 1 positions, old rates.",
    ),
    Mistake(
        "trained-not-less-one",
        those_where(
            lambda before, after, trained, wanted, new, old: (
                (old * trained < TURN) & (after > old * trained * SLACK)
            )
        ),
        "A text of `trained` words reaches position trained - 1. You use `trained`.",
    ),
    Mistake(
        "wanted-not-less-one",
        those_where(
            lambda before, after, trained, wanted, new, old: (
                (before < TURN) & (new * wanted > before * SLACK)
            )
        ),
        "A text of `wanted` words reaches position wanted - 1. You use `wanted`.",
    ),
    Mistake(
        "neither-less-one",
        those_where(
            lambda before, after, trained, wanted, new, old: (
                (old * trained < TURN) & (new * wanted > old * trained * SLACK)
            )
        ),
        "A text of `trained` words reaches position trained - 1, one of `wanted` words wanted - 1. "
        "You leave out both -1.",
    ),
    Mistake(
        "equal-up-to-rounding-counted",
        those_where(lambda before, after, *rest: (before < TURN) & (after > before)),
        "You count pairs whose angle is the same as before up to rounding. Allow for that: compare "
        "with the old angle times 1 + 1e-6.",
    ),
    Mistake(
        "half-a-turn",
        those_where(lambda before, after, *rest: (before < np.pi) & (after > before * SLACK)),
        "You take π for a whole turn. It is 2π.",
    ),
    Mistake(
        "rates-swapped",
        lambda trained, wanted, new_rates, old_rates: out_of_range(
            trained, wanted, old_rates, new_rates
        ),
        "Old and new rates have changed places: the arguments are trained, wanted, new_rates, "
        "old_rates.",
    ),
    Mistake(
        "in-range-listed",
        those_where(lambda before, after, *rest: (before < TURN) & (after < before)),
        "You list the unfinished pairs that stay in range. List those that leave it.",
    ),
    Mistake(
        "rates-compared",
        those_where(
            lambda before, after, trained, wanted, new, old: (before < TURN) & (new > old * SLACK)
        ),
        "You compare the rates. Compare the angles: new rate times wanted - 1 with old rate times "
        "trained - 1.",
    ),
    Mistake(
        "booleans",
        lambda trained, wanted, new_rates, old_rates: (
            (old_rates * (trained - 1) < TURN)
            & (new_rates * (wanted - 1) > old_rates * (trained - 1) * SLACK)
        ),
        "You return True and False for each pair. Return the indices of the pairs: "
        "np.flatnonzero turns one into the other.",
    ),
    Mistake(
        "counted",
        lambda *arguments: len(out_of_range(*arguments)),
        "You return how many pairs there are. Return their indices.",
    ),
)


def with_flatnonzero(trained, wanted, new_rates, old_rates):
    before = old_rates * (trained - 1)
    return np.flatnonzero((before < 2 * np.pi) & (new_rates * (wanted - 1) > before * SLACK))


def with_turns(trained, wanted, new_rates, old_rates):
    found = []
    for i, (new, old) in enumerate(zip(new_rates, old_rates)):
        closed = math.floor((trained - 1) * old / (2 * math.pi)) > 0
        now, then = (wanted - 1) * new, (trained - 1) * old
        if not closed and now > then and not math.isclose(now, then):
            found.append(i)
    return found


EXERCISE = Exercise(
    answer=out_of_range,
    edges=EDGES,
    cases=cases,
    judge=exactly(),
    mistakes=MISTAKES,
    right=(with_flatnonzero, with_turns),
    varies="lengths just short of a pair's period, rates stretched pair by pair, widths 16 to 48",
    ignores="angles that differ by less than one part in ten thousand",
)
