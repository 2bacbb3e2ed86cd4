"""keeps_length: a test of one's own, true when no vector grows or shrinks."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, exactly
from posenc.exercises.formulas import pair_rates, turn_adjacent
from posenc.exercises.precision_and_tests import scalings, zoo

# Every kind of misjudgement shows on five cases or more. With twenty of each a verdict would take
# seconds, and a test that asks for all 4 097 positions one by one would run out of time.
EVIDENCE = 5
POSITIONS = np.array([0, 1, 2, 3, 7, 30, 100, 257, 300, 1001, 2500, 4096])


def keeps_length(rotate_rows):
    vectors = np.random.default_rng(0).standard_normal((len(POSITIONS), 16))
    turned = rotate_rows(vectors, POSITIONS)
    before, after = np.linalg.norm(vectors, axis=1), np.linalg.norm(turned, axis=1)
    return bool(np.all(np.abs(after - before) <= 1e-3 * before))


def cases(random):
    yield from zoo.draw_herd(
        random,
        (5, (zoo.sound, zoo.partial)),
        (5, (zoo.number_added,)),
        (5, (zoo.in_single_precision,)),
        (6, scalings.SCALED),
        (6, (zoo.there_and_back,)),
        (6, scalings.FIRSTS_SCALED),
        (5, (zoo.from_an_offset,)),
        (5, (zoo.fixed_at_0,)),
        (1, (zoo.fixed_elsewhere,)),
        (6, scalings.SLIGHTLY_SCALED),
        (6, (scalings.stretched_and_shrunk,)),
        (5, (scalings.zeros_past_the_end,)),
        (5, (scalings.grown_late,)),
        (6, (zoo.squared, zoo.clipped, zoo.rounded_to_bfloat16, zoo.random_rotations)),
        (2, (zoo.encoding_added,)),
    )


def lengths(rotate_rows, positions=POSITIONS):
    """Lengths before and after, of a row for each position."""
    vectors = np.random.default_rng(0).standard_normal((len(positions), 16))
    turned = rotate_rows(vectors, np.asarray(positions))
    return np.linalg.norm(vectors, axis=1), np.linalg.norm(turned, axis=1)


def decided_by(holds, positions=POSITIONS):
    """``holds(before, after)``, arrays of a length for each position."""
    return lambda rotate_rows: bool(np.all(holds(*lengths(rotate_rows, positions))))


def near(tolerance):
    return lambda before, after: np.abs(after - before) <= tolerance * before


HUNDREDS = np.r_[0:100, 200:300]
BOTH_ENDS = np.r_[0:100, 3997:4097]


def with_means(rotate_rows, positions=BOTH_ENDS):
    before, after = lengths(rotate_rows, positions)
    return abs(np.mean(after) - np.mean(before)) <= 1e-3 * np.mean(before)


def with_one_component(rotate_rows):
    vectors = np.zeros((len(POSITIONS), 16))
    vectors[:, 0] = 1
    return np.allclose(np.linalg.norm(rotate_rows(vectors, POSITIONS), axis=1), 1)


def with_itself(rotate_rows):
    vector = np.random.default_rng(0).standard_normal(16)
    after = np.linalg.norm(rotate_rows(np.tile(vector, (12, 1)), POSITIONS), axis=1)
    return np.allclose(after, after[0], rtol=1e-3)


def components_compared(rotate_rows):
    vectors = np.random.default_rng(0).standard_normal((len(POSITIONS), 16))
    return np.allclose(rotate_rows(vectors, POSITIONS), vectors)


def with_the_usual_rotation(rotate_rows):
    vectors = np.random.default_rng(0).standard_normal((len(POSITIONS), 16))
    angles = np.multiply.outer(POSITIONS, pair_rates(16, 10_000.0))
    return np.allclose(rotate_rows(vectors, POSITIONS), turn_adjacent(vectors, angles), atol=1e-3)


def neighbours_kept(rotate_rows):
    vectors = np.random.default_rng(0).standard_normal((len(POSITIONS), 16))
    turned = np.asarray(rotate_rows(vectors, POSITIONS))
    sizes = [np.hypot(each[:, 0::2], each[:, 1::2]) for each in (vectors, turned)]
    return np.allclose(*sizes, rtol=1e-3)


def untouched_at_zero(rotate_rows):
    vectors = np.random.default_rng(0).standard_normal((1, 16))
    starts = np.allclose(rotate_rows(vectors, np.array([0])), vectors, atol=1e-3)
    return starts and keeps_length(rotate_rows)


def scores_compared(rotate_rows):
    query, key = np.random.default_rng(0).standard_normal((2, 16))
    queries = rotate_rows(np.tile(query, (12, 1)), POSITIONS)
    keys = rotate_rows(np.tile(key, (12, 1)), POSITIONS + 3)
    return np.ptp(np.sum(queries * keys, axis=1)) < 1e-2


def has_to_move(rotate_rows):
    vectors = np.random.default_rng(0).standard_normal((1, 16))
    first, second = (rotate_rows(vectors, np.array([place])) for place in (0, 1))
    return keeps_length(rotate_rows) and not np.allclose(first, second)


MISTAKES = (
    Mistake(
        "exactly-equal",
        decided_by(lambda before, after: after == before),
        "You ask for lengths that are equal to the last bit, and rounding alone undoes that. "
        "Allow for a difference, small against the length itself.",
    ),
    Mistake(
        "too-tight",
        decided_by(near(1e-9)),
        "Your tolerance is too tight: single precision keeps a length to about one part in ten "
        "million, and that is sound. A thousandth of the length tells sound from faulty.",
    ),
    Mistake(
        "too-loose",
        decided_by(near(0.15)),
        "Your tolerance is too wide: a twentieth more in some components goes unnoticed. A "
        "thousandth of the length tells sound from faulty.",
    ),
    Mistake(
        "position-0-alone",
        decided_by(near(1e-3), np.zeros(12, dtype=int)),
        "You notice nothing that begins after position 0. Ask for near and far positions, and "
        "let every row keep its length: `all`, not `any`.",
    ),
    Mistake(
        "near-positions-alone",
        decided_by(near(1e-3), np.arange(40) % 8),
        "You notice nothing that begins later on: a table may end at 256 and hold zeros from "
        "there, and lengths may change from a few thousand on. Ask for positions up to 4 096, and "
        "let every row keep its length: `all`, not `any`.",
    ),
    Mistake(
        "hundreds-alone",
        decided_by(near(1e-3), HUNDREDS),
        "You notice nothing that begins beyond the first hundreds of positions. Lengths must be "
        "kept up to position 4 096: take some between, and the last one.",
    ),
    Mistake(
        "means-compared",
        with_means,
        "You compare means or totals of many lengths. Some rows may grow while others shrink, and "
        "the mean stays: compare row by row, np.linalg.norm(vectors, axis=1), and ask for `all`.",
    ),
    Mistake(
        "means-of-the-first-hundreds",
        lambda rotate_rows: with_means(rotate_rows, HUNDREDS),
        "You compare means or totals of many lengths, and your positions are all below some "
        "hundreds. Compare row by row, and take positions up to 4 096.",
    ),
    Mistake(
        "one-component-alone",
        with_one_component,
        "Your vectors have one component that is not 0, so you see what happens to one pair. "
        "Take vectors with something in every component, random ones for instance.",
    ),
    Mistake(
        "compared-with-each-other",
        with_itself,
        "You compare the lengths that come out with each other. All may have been scaled alike: "
        "compare each with the length that went in.",
    ),
    Mistake(
        "growth-alone",
        decided_by(lambda before, after: after - before <= 1e-3 * before),
        "You notice vectors that grow, not those that shrink: a negative difference is small "
        "too. Take its size, abs, first.",
    ),
    Mistake(
        "shrinking-alone",
        decided_by(lambda before, after: before - after <= 1e-3 * before),
        "You notice vectors that shrink, not those that grow: a negative difference is small "
        "too. Take its size, abs, first.",
    ),
    Mistake(
        "nothing-may-change",
        components_compared,
        "You accept only what changes nothing at all. A turned vector has other components and "
        "the same length. Do you compare components, or sums over the wrong axis? A length is "
        "one number for each row: np.linalg.norm(vectors, axis=1).",
    ),
    Mistake(
        "compared-with-lesson-6",
        with_the_usual_rotation,
        "You accept nothing, or only the rotation of lesson 6: adjacent pairs, base 10 000. Ask "
        "for the property: every length stays, whatever turns and however fast.",
    ),
    Mistake(
        "neighbours-must-keep-theirs",
        neighbours_kept,
        "You ask every pair of neighbouring components to keep its length. Others turn "
        "component i with component i + d/2; what stays is the length of the whole row.",
    ),
    Mistake(
        "untouched-at-position-0",
        untouched_at_zero,
        "You also ask that position 0 changes nothing. Some implementations count from 1 or "
        "start elsewhere, and keep every length all the same.",
    ),
    Mistake(
        "has-to-move",
        has_to_move,
        "You also ask that the position makes a difference. That is another test; lengths are "
        "kept by a function that ignores positions too.",
    ),
    Mistake(
        "scores-instead-of-lengths",
        scores_compared,
        "You test whether scores go by the gap. That is `sees_only_gaps`; here each row's length "
        "after is compared with its length before.",
    ),
    Mistake(
        "the-opposite",
        lambda rotate_rows: not keeps_length(rotate_rows),
        "You have it the wrong way round: return True where lengths are kept.",
    ),
)


def one_by_one(rotate_rows):
    vector = [0.5, -1.0, 2.0, 0.25, 1.5, -0.75, 1.0, -2.0]
    for position in [*range(60), 100, 255, 256, 257, 1000, 2047, 4096]:
        turned = rotate_rows([vector], [position])[0]
        if not math.isclose(math.hypot(*turned), math.hypot(*vector), rel_tol=1e-4):
            return False
    return True


def every_position(rotate_rows):
    random = np.random.default_rng()
    for width in (4, 10):
        vectors = random.normal(size=(4097, width))
        turned = np.asarray(rotate_rows(vectors, np.arange(4097)))
        if not np.allclose((turned**2).sum(1), (vectors**2).sum(1), rtol=1e-3):
            return np.False_
    return np.True_


def with_a_quotient(rotate_rows):
    vectors = np.random.normal(size=(200, 64))
    turned = rotate_rows(vectors, np.random.randint(0, 4097, 200))
    quotient = np.linalg.norm(turned, axis=-1) / np.linalg.norm(vectors, axis=-1)
    return np.asarray(max(quotient.max(), 1 / quotient.min()) < 1.001)


def with_mean_sizes_of_changes(rotate_rows):
    vectors = np.ones((50, 6))
    turned = rotate_rows(vectors, np.arange(50) * 83)
    return np.mean(np.abs(np.linalg.norm(turned, axis=1) - math.sqrt(6))) < 0.0005


def in_single_precision(rotate_rows):
    vectors = np.random.default_rng(3).standard_normal((65, 32)).astype(np.float32)
    turned = np.asarray(rotate_rows(vectors, np.arange(65) ** 2), dtype=np.float32)
    sizes = [np.einsum("rc,rc->r", each, each) for each in (vectors, turned)]
    return bool(np.allclose(*sizes, rtol=1e-4))


EXERCISE = Exercise(
    answer=keeps_length,
    cases=cases,
    judge=exactly(tells=zoo.tell),
    mistakes=MISTAKES,
    right=(
        one_by_one,
        every_position,
        with_a_quotient,
        with_mean_sizes_of_changes,
        in_single_precision,
    ),
    varies="74 implementations of all kinds: conventions, bases, precisions, faults near and far",
    ignores="which vectors and positions the test tries, and what it takes for equal",
    evidence=EVIDENCE,
)
