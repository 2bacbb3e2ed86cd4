"""rounded_positions: what a number format of few binary digits makes of a position."""

from fractions import Fraction

import numpy as np

from posenc.exercises.declaring import TOLERANCE, Exercise, Mistake, within
from posenc.exercises.drawing import draw_positions


def rounded_positions(positions, bits):
    mantissas, exponents = np.frexp(np.asarray(positions, dtype=float))
    # Each position is mantissa · 2 ** exponent, the mantissa from 1/2 up to 1.
    return np.ldexp(np.round(mantissas * 2.0**bits), exponents - bits)


EDGES = (
    (np.array([256, 257, 258, 259]), 8),
    (np.array([0, 5, 6, 7]), 2),
    (np.array([0, 1, 2]), 8),
    (np.array([2.5, 0.3, 0.0625]), 3),
    (np.array([2048, 2049, 4095, 4097]), 11),
    (np.array([16_777_215, 16_777_216, 16_777_217, 16_777_219]), 24),
)


def cases(random):
    widths = [2, 3, 5, 8, 8, 10, *random.integers(2, 11, 8), *random.integers(11, 25, 6)]
    for number, bits in enumerate(int(each) for each in widths):
        positions = draw_positions(random, int(random.integers(7, 12))).astype(float)
        # A tie that goes up, one that goes down, a number the format holds, three fractions.
        steps = 2.0 ** (random.integers(min(bits + 1, 11), 12, 2) - bits)
        positions[:2] = (2.0 ** (bits - 1) + np.array([1.5, 0.5])) * steps
        positions[2] = 2 ** random.integers(4, 12)
        positions[3:5] = random.uniform(1, 4), 2 ** random.uniform(3, 11.9)
        positions[6] = 2 ** random.uniform(-7, -1)
        if number % 2 and bits <= 10:
            positions = np.round(positions)
        if number % 3 == 0:
            positions[5] = 0
        if bits < 24:
            # Held in single precision, so that nobody rounds twice.
            positions = positions.astype(np.float32).astype(float)
        yield random.permutation(positions), bits


def exponents_of(positions):
    return np.frexp(np.asarray(positions, dtype=float))[1]


def in_steps(step, rounding=np.round):
    """Rounded to multiples of ``step(exponents, bits)``; 2 ** exponent is above a position."""

    def rounded(positions, bits):
        size = step(exponents_of(positions), bits)
        return rounding(np.asarray(positions) / size) * size

    return rounded


def own_step(exponents, bits):
    return 2.0 ** (exponents - bits)


def half_up(x):
    return np.floor(x + 0.5)


def half_down(x):
    return np.ceil(x - 0.5)


def in_decimal_digits(positions, bits):
    return np.array([float(f"{position:.{bits - 1}e}") for position in positions])


def with_a_logarithm(positions, bits):
    exponents = np.floor(np.log2(positions)) + 1
    size = 2.0 ** (exponents - bits)
    return np.round(positions / size) * size


def cut_first(positions, bits):
    return rounded_positions(np.floor(positions), bits)


def small_ones_kept(positions, bits):
    return np.where(positions < 2.0**bits, positions, rounded_positions(positions, bits))


MISTAKES = (
    Mistake(
        "half-up",
        in_steps(own_step, half_up),
        "A position halfway between two that the format holds goes up each time. A tie goes to "
        "the even one: with 8 bits 257 becomes 256, and 259 becomes 260. np.round does that.",
    ),
    Mistake(
        "half-down",
        in_steps(own_step, half_down),
        "A position halfway between two that the format holds goes down each time. A tie goes to "
        "the even one: with 8 bits 257 becomes 256, but 259 becomes 260.",
    ),
    Mistake(
        "cut-off",
        in_steps(own_step, np.floor),
        "You cut the surplus digits off, so every position goes down. Round to the nearest: with "
        "8 bits 515 is nearer to 516 than to 512.",
    ),
    Mistake(
        "always-up",
        in_steps(own_step, np.ceil),
        "Every position goes up to the next one that the format holds. Round to the nearest.",
    ),
    Mistake(
        "one-bit-more",
        lambda positions, bits: rounded_positions(positions, bits + 1),
        "You keep one binary digit too many. The first 1 counts among the `bits`: with 3 bits "
        "the whole numbers from 8 to 16 are 8, 10, 12, 14, 16.",
    ),
    Mistake(
        "one-bit-fewer",
        lambda positions, bits: rounded_positions(positions, bits - 1),
        "You keep one binary digit too few: with 8 bits every whole number up to 256 is held. "
        "(bfloat16 stores seven digits, and the first 1 comes free.)",
    ),
    Mistake(
        "decimal-digits",
        in_decimal_digits,
        "You keep `bits` decimal digits. The digits that count here are binary ones.",
    ),
    Mistake(
        "digits-after-the-point",
        in_steps(lambda exponents, bits: 2.0**-bits),
        "You keep `bits` binary digits after the point. Significant digits are counted from the "
        "first 1, so large positions are held more coarsely than small ones.",
    ),
    Mistake(
        "multiples-of-a-power",
        in_steps(lambda exponents, bits: 2.0**bits),
        "You round to multiples of 2 ** bits. More bits must mean finer steps, and the step "
        "depends on how large the position is.",
    ),
    Mistake(
        "one-step-for-all",
        in_steps(lambda exponents, bits: 2.0 ** (np.max(exponents) - bits)),
        "All positions are rounded in the steps that the largest of them needs. Each position "
        "has its own step: small ones are held more finely.",
    ),
    Mistake(
        "eight-bits-always",
        lambda positions, bits: rounded_positions(positions, 8),
        "You keep 8 bits whatever `bits` says.",
    ),
    Mistake(
        "power-of-two",
        lambda positions, bits: rounded_positions(positions, 1),
        "You go to the nearest power of two. That is one significant digit; keep `bits` of them.",
    ),
    Mistake(
        "zero-becomes-nan",
        with_a_logarithm,
        "Position 0 becomes NaN: it has no logarithm. 0 is held exactly in every format; set it "
        "apart, or use np.frexp, which knows 0.",
    ),
    Mistake(
        "whole-numbers-alone",
        in_steps(lambda exponents, bits: np.maximum(own_step(exponents, bits), 1)),
        "Your results are whole numbers. A position may be a fraction, and what the format holds "
        "near it may be one too: with 3 bits 2.5 stays 2.5. A step may be smaller than 1.",
    ),
    Mistake(
        "no-digits-below-1",
        in_steps(lambda exponents, bits: own_step(np.maximum(exponents, 1), bits)),
        "Positions below 1 are rounded as if they had a digit before the point. Digits count from "
        "the first 1, wherever it stands: with 3 bits 0.3 becomes 0.3125, in steps of 0.0625.",
    ),
    Mistake(
        "fraction-cut-first",
        cut_first,
        "The fraction of a position is cut off before it is rounded. With 3 bits 2.5 stays 2.5.",
    ),
    Mistake(
        "small-ones-kept",
        small_ones_kept,
        "You leave everything below 2 ** bits as it is. That is right for whole numbers only; a "
        "fraction below it may have more digits than the format holds.",
    ),
    Mistake(
        "wrapped-round",
        lambda positions, bits: np.mod(positions, 2.0**bits),
        "Your positions start again at 0 after 2 ** bits. A format of few digits does not run "
        "out: it drops the *last* digits and keeps the first ones.",
    ),
    Mistake(
        "clipped",
        lambda positions, bits: np.minimum(positions, 2.0**bits),
        "Your positions stop at 2 ** bits. The format goes on beyond, in larger steps.",
    ),
)


def with_fractions(positions, bits):
    rounded = []
    for position in positions:
        exact, scale = Fraction(float(position)), Fraction(1)
        while exact and exact / scale >= 2**bits:
            scale *= 2
        while exact and exact / scale < 2 ** (bits - 1):
            scale /= 2
        rounded.append(float(round(exact / scale) * scale))
    return rounded


def with_logarithms(positions, bits):
    positions = np.asarray(positions, dtype=float)
    size = 2.0 ** (np.floor(np.log2(np.where(positions == 0, 1, positions))) + 1 - bits)
    return np.rint(positions / size) * size


def with_a_large_number(positions, bits):
    """Adding a number in whose last digit the step lies lets the processor round."""
    positions = np.asarray(positions, dtype=float)
    large = 1.5 * 2.0 ** (exponents_of(positions) - bits + 52)
    return (positions + large) - large


def with_hexadecimals(positions, bits):
    rounded = []
    for position in positions:
        digits, exponent = float(position).hex().removeprefix("0x").split("p")
        whole = int(digits.replace(".", "").ljust(14, "0"), 16)
        step = 2 ** (53 - bits)
        whole, rest = divmod(whole, step)
        whole += rest > step / 2 or (rest == step / 2 and whole % 2)
        rounded.append(whole * step * 2.0 ** (int(exponent) - 52))
    return tuple(rounded)


def in_single_precision(positions, bits):
    positions = np.asarray(positions, dtype=np.float32)
    mantissas, exponents = np.frexp(positions)
    return np.ldexp(np.rint(np.ldexp(mantissas, bits)), exponents - bits)


def step_of(arguments, expected):
    """Rounding noise passes, the neighbouring number of the format does not."""
    return np.abs(expected) * 2.0 ** -arguments[1]


def tell(arguments, expected, given):
    (positions, bits), given = arguments, np.asarray(given, dtype=float)
    wrong = np.abs(given - expected) > TOLERANCE * step_of(arguments, expected)
    place = int(np.argmax(wrong))
    position, due, made = (float(each[place]) for each in (positions, expected, given))
    return (
        f"Position {position!r} becomes {made!r} with {bits} bits; it should become {due!r} "
        f"(component {place})."
    )


EXERCISE = Exercise(
    answer=rounded_positions,
    edges=EDGES,
    cases=cases,
    judge=within(step_of, tells=tell),
    mistakes=MISTAKES,
    right=(
        with_fractions,
        with_logarithms,
        with_a_large_number,
        with_hexadecimals,
        in_single_precision,
    ),
    varies="2 to 24 bits, whole positions and fractions, ties that go up and down, position 0",
    ignores="rounding noise of a thousandth of the format's step",
)
