"""by_parts_rates: keep the fast pairs, bring the slow ones back into range."""

import numpy as np

from posenc.exercises.count_turns.out_of_range import out_of_range
from posenc.exercises.count_turns.stretched_base import stretched_base
from posenc.exercises.declaring import Exercise, Mistake, having
from posenc.exercises.drawing import draw_base, draw_width
from posenc.exercises.formulas import pair_rates


def by_parts_rates(trained, wanted, width, base=10_000.0):
    rates = pair_rates(width, base)
    closed = rates * (trained - 1) / (2 * np.pi)
    # 1 keeps the rate, 0 squeezes it; in between the share grows with the turns.
    kept = np.clip((closed - 1) / (32 - 1), 0, 1)
    return rates * (kept + (1 - kept) * (trained - 1) / (wanted - 1))


# With a few, with nearly all and with a single pair unfinished; and 63 words, a turn of which
# pair 1 just misses over 62 positions.
EDGES = (
    (4096, 16384, 64),
    (512, 1024, 16, 1000.0),
    (300, 900, 32, 1e6),
    (4000, 9000, 32, 1000.0),
    (63, 200, 4, 100.0),
)


def cases(random):
    for width in sorted(draw_width(random, low=8) for _ in range(16)):
        trained = int(random.integers(256, 4097))
        wanted = int(trained * random.uniform(1.5, 8))
        base = float(round(max(draw_base(random), 3 * trained)))
        turned = pair_rates(width, base) * (trained - 1) / (2 * np.pi)
        if np.all(np.abs(turned - 1) >= 1e-3) and np.all(np.abs(turned / 32 - 1) >= 1e-3):
            yield trained, wanted, width, base


def fast_kept_and_slow_in_range(arguments, result):
    trained, wanted, width, *base = arguments
    old_rates = pair_rates(width, *base or (10_000.0,))
    if not np.all(result > 0):
        return f"Pair {np.argmin(result > 0)} has a rate that is not positive."
    if not np.all(np.diff(result) < 0):
        i = int(np.argmax(np.diff(result) >= 0))
        return (
            f"The rates must decrease from each pair to the next. Pair {i} has {result[i]:.4g}, "
            f"pair {i + 1} has {result[i + 1]:.4g}."
        )
    closed = old_rates * (trained - 1) / (2 * np.pi)
    changed = np.flatnonzero((closed >= 32) & (np.abs(result / old_rates - 1) > 1e-6))
    if len(changed):
        i = changed[0]
        return (
            f"Pair {i} makes {closed[i]:.1f} turns over {trained - 1} positions, so it keeps its "
            f"rate, {old_rates[i]:.4g}; yours is {result[i]:.4g}."
        )
    beyond = out_of_range(trained, wanted, result, old_rates)
    if len(beyond):
        i = beyond[0]
        return (
            f"Pair {i} is out of range: it reached {old_rates[i] * (trained - 1):.4g} rad in "
            f"training, and at your rate goes to {result[i] * (wanted - 1):.4g} rad."
        )
    return None


def squeezed(trained, wanted, width, base=10_000.0):
    return pair_rates(width, base) * (trained - 1) / (wanted - 1)


def stretched(trained, wanted, width, base=10_000.0):
    return pair_rates(width, stretched_base(base, (wanted - 1) / (trained - 1), width))


def in_two_parts(squeezes, factor):
    """Rates times ``factor(trained, wanted)`` where ``squeezes(closed turns)``."""

    def rates(trained, wanted, width, base=10_000.0):
        old = pair_rates(width, base)
        return np.where(
            squeezes(old * (trained - 1) / (2 * np.pi)), old * factor(trained, wanted), old
        )

    return rates


def exact(trained, wanted):
    return (trained - 1) / (wanted - 1)


MISTAKES = (
    Mistake(
        "unchanged",
        lambda trained, wanted, width, base=10_000.0: pair_rates(width, base),
        "You return the plain rates. Over the wanted length the slow pairs reach angles they never "
        "had in training: squeeze those.",
    ),
    Mistake(
        "all-squeezed",
        squeezed,
        "You squeeze every pair, the fast ones too. Pairs with at least 32 turns in training have "
        "seen every angle many times: they keep their rates.",
    ),
    Mistake(
        "base-stretched",
        stretched,
        "You stretch the base. That slows the fast pairs a little, which must keep their rates, "
        "and brings only the slowest one back all the way.",
    ),
    Mistake(
        "fast-ones-squeezed",
        in_two_parts(lambda closed: closed >= 32, exact),
        "It is the wrong way round: you squeeze the fast pairs and keep the slow ones.",
    ),
    Mistake(
        "lengths-not-less-one",
        in_two_parts(lambda closed: closed < 32, lambda trained, wanted: trained / wanted),
        "Your slow pairs come out a hair too fast: the last position is one less than the length, "
        "so squeeze by (trained - 1)/(wanted - 1).",
    ),
    Mistake(
        "lengths-upside-down",
        in_two_parts(
            lambda closed: closed < 32, lambda trained, wanted: 1 / exact(trained, wanted)
        ),
        "Your slow pairs get faster: the factor is upside down.",
    ),
    Mistake(
        "half-turn-is-a-turn",
        in_two_parts(lambda closed: closed < 0.5, exact),
        "You squeeze the pairs with less than half a turn. Pairs between half a turn and a whole "
        "one have not seen every angle either.",
    ),
    Mistake(
        "squeezed-under-64-turns",
        in_two_parts(lambda closed: closed < 64, exact),
        "You squeeze too many pairs: those with 32 turns or more keep their rates.",
    ),
    Mistake(
        "slowest-first",
        lambda *arguments: by_parts_rates(*arguments)[::-1],
        "Your rates run from the slowest to the fastest. Pair 0 is the fastest.",
    ),
)


def hard_step(trained, wanted, width, base=10_000.0):
    return in_two_parts(lambda closed: closed < 1, exact)(trained, wanted, width, base)


def by_logarithm(trained, wanted, width, base=10_000.0):
    """Blend along the pair index, as YaRN does (Peng et al. 2023, section 3.2)."""
    rates = pair_rates(width, base)
    place = np.log(rates * (trained - 1) / (2 * np.pi)) / np.log(32)
    kept = np.clip(place, 0, 1)
    return (kept * rates + (1 - kept) * rates * exact(trained, wanted)).tolist()


def step_at_32(trained, wanted, width, base=10_000.0):
    return in_two_parts(lambda closed: closed < 32, exact)(trained, wanted, width, base)


EXERCISE = Exercise(
    answer=by_parts_rates,
    edges=EDGES,
    cases=cases,
    judge=having(fast_kept_and_slow_in_range),
    mistakes=MISTAKES,
    right=(hard_step, by_logarithm, step_at_32),
    varies="lengths 256 to 4 096, stretches of 1.5 to 8, widths 8 to 128, bases",
    ignores="what happens to pairs with between 1 and 32 turns, as long as rates decrease",
    builds_on=("out_of_range",),
)
