"""sees_only_gaps: a test of one's own, true when a score knows the gap and nothing else."""

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, exactly
from posenc.exercises.formulas import pair_rates, turn_adjacent
from posenc.exercises.precision_and_tests import scalings, zoo
from posenc.exercises.precision_and_tests.keeps_length import EVIDENCE, keeps_length

STARTS = np.array([0, 1, 5, 30, 100, 257, 1003, 2500, 4096])
GAPS = (0, 1, 20, 100, 259)


def sees_only_gaps(rotate_rows):
    query, key = np.random.default_rng(0).standard_normal((2, 16))
    allowed = 1e-3 * np.linalg.norm(query) * np.linalg.norm(key)
    queries = rotate_rows(np.tile(query, (len(STARTS), 1)), STARTS)
    for gap in GAPS:
        keys = rotate_rows(np.tile(key, (len(STARTS), 1)), STARTS + gap)
        scores = np.sum(np.multiply(queries, keys), axis=1)
        if np.ptp(scores) > allowed:
            return False
    return True


def cases(random):
    yield from zoo.draw_herd(
        random,
        (5, (zoo.sound, zoo.partial)),
        (5, (zoo.squared, zoo.random_rotations)),
        (5, (zoo.in_single_precision,)),
        (2, (zoo.encoding_added, zoo.number_added)),
        (5, (zoo.fixed_at_0, zoo.fixed_elsewhere)),
        (5, (zoo.clipped,)),
        (5, (zoo.from_an_offset,)),
        (5, (zoo.rounded_to_bfloat16,)),
        (6, (zoo.there_and_back,)),
        (10, scalings.FIRSTS_SCALED),
        (6, (*scalings.SCALED, *scalings.SLIGHTLY_SCALED)),
        (5, (zoo.counted_anew,)),
        (5, (zoo.with_another_base_later,)),
    )


def scores_at(rotate_rows, gap, starts=STARTS, query=None):
    """Scores of one query and one key, the key `gap` further on, and ‖query‖·‖key‖."""
    random_query, key = np.random.default_rng(0).standard_normal((2, 16))
    if query is None:
        query = random_query
    else:
        key = query
    starts = np.asarray(starts)
    queries = rotate_rows(np.tile(query, (len(starts), 1)), starts)
    keys = rotate_rows(np.tile(key, (len(starts), 1)), starts + gap)
    scores = np.sum(np.multiply(queries, keys), axis=1)
    return scores, np.linalg.norm(query) * np.linalg.norm(key)


def with_spread(tolerance=1e-3, gaps=GAPS, starts=STARTS, query=None):
    def judged(rotate_rows):
        for gap in gaps:
            scores, size = scores_at(rotate_rows, gap, starts, query)
            if np.ptp(scores) > tolerance * size:
                return False
        return True

    return judged


def with_the_usual_score(rotate_rows):
    for gap in GAPS:
        scores, size = scores_at(rotate_rows, gap)
        usual, _ = scores_at(turned_as_in_lesson_6, gap)
        if np.any(np.abs(scores - usual) > 1e-3 * size):
            return False
    return True


def turned_as_in_lesson_6(vectors, positions):
    return turn_adjacent(vectors, np.multiply.outer(positions, pair_rates(16, 10_000.0)))


def has_to_move(rotate_rows):
    near, size = scores_at(rotate_rows, 0)
    far, _ = scores_at(rotate_rows, 1)
    return sees_only_gaps(rotate_rows) and abs(near[0] - far[0]) > 1e-3 * size


def all_scores_alike(rotate_rows):
    scores = [scores_at(rotate_rows, gap) for gap in GAPS]
    return np.ptp(np.concatenate([each for each, _ in scores])) < 1e-3 * scores[0][1]


def untouched_at_zero(rotate_rows):
    vectors = np.random.default_rng(0).standard_normal((1, 16))
    starts = np.allclose(rotate_rows(vectors, np.array([0])), vectors, atol=1e-3)
    return starts and sees_only_gaps(rotate_rows)


ONE_COMPONENT = np.eye(16)[0]

MISTAKES = (
    Mistake(
        "exactly-equal",
        with_spread(0),
        "You ask for scores that are equal to the last bit, and rounding alone undoes that. "
        "Allow for a difference, small against the lengths of query and key.",
    ),
    Mistake(
        "too-tight",
        with_spread(1e-9),
        "Your tolerance is too tight: in single precision scores near position 4 000 are off by "
        "some hundred-thousandths of the product of the two lengths, and that is sound. Allow a "
        "thousandth of it.",
    ),
    Mistake(
        "accepts-everything",
        lambda rotate_rows: True,
        "You accept everything. Is the tolerance too wide, or is there one start only, so that a "
        "score is compared with itself?",
    ),
    Mistake(
        "gap-0-alone",
        with_spread(gaps=(0,)),
        "Your only gap is 0: query and key turn alike there, whatever the angle, so every "
        "rotation passes. Try several gaps.",
    ),
    Mistake(
        "near-starts-alone",
        with_spread(gaps=(1, 3), starts=np.arange(20)),
        "Your starts are all small. A table may end at 256, and bfloat16 counts right up to 256: "
        "try starts up to 4 096 too.",
    ),
    Mistake(
        "the-first-hundred-alone",
        with_spread(gaps=(1, 3), starts=np.arange(102)),
        "Your starts and gaps all lie in the first hundred positions or so. A table may end at "
        "256, and bfloat16 counts right up to 256: try starts up to 4 096 too.",
    ),
    Mistake(
        "small-gaps-alone",
        with_spread(gaps=(0, 1, 3)),
        "Your gaps are all small. A function may count from 0 again at 50 or at 200, and then "
        "gap 1 is wrong at that one start. Take a gap of some hundreds as well, from start 0 too.",
    ),
    Mistake(
        "hundreds-alone",
        with_spread(starts=(0, 1, 5, 30, 100, 257, 1003)),
        "Your starts end at a thousand or so, and what begins later escapes you, another base "
        "from a few thousand on, for instance. Try starts up to 4 096.",
    ),
    Mistake(
        "hundreds-and-small-gaps-alone",
        with_spread(gaps=(1, 3), starts=(0, 1, 5, 30, 100, 257, 1003)),
        "Your starts end at a thousand or so, and your gaps are small. Take starts up to 4 096, "
        "and a gap of some hundreds as well.",
    ),
    Mistake(
        "far-starts-alone",
        with_spread(gaps=(1, 20), starts=(300, 511, 1003, 2999, 4096)),
        "Your starts are all large. Beyond the end of a table every position is turned alike, so "
        "far starts agree with one another: compare them with near ones.",
    ),
    Mistake(
        "round-places-alone",
        with_spread(gaps=(16, 64), starts=(0, 16, 32, 128, 256, 1024, 4000)),
        "All your places are multiples of 16, and these bfloat16 holds exactly. Take odd starts "
        "and odd gaps as well.",
    ),
    Mistake(
        "one-component-alone",
        with_spread(query=ONE_COMPONENT),
        "Your query and key have one component that is not 0, so you see what happens to one "
        "pair. Take vectors with something in every component, random ones for instance.",
    ),
    Mistake(
        "all-gaps-alike",
        all_scores_alike,
        "You compare scores of different gaps with each other. Only equal gaps must give equal "
        "scores: compare starts, one gap at a time.",
    ),
    Mistake(
        "has-to-move",
        has_to_move,
        "You also ask that different gaps give different scores. By its definition the test is "
        "also true of a function that ignores positions.",
    ),
    Mistake(
        "lengths-too",
        lambda rotate_rows: sees_only_gaps(rotate_rows) and keeps_length(rotate_rows),
        "You also ask that lengths are kept. Where whole pairs are scaled, equal gaps still give "
        "equal scores; lengths are the other test.",
    ),
    Mistake(
        "lengths-instead",
        keeps_length,
        "You test whether lengths are kept. Here two scores at one gap, from different starts, "
        "are to be compared.",
    ),
    Mistake(
        "compared-with-lesson-6",
        with_the_usual_score,
        "You accept nothing, or only the scores of lesson 6: adjacent pairs, base 10 000. Compare "
        "the function with itself, at another start.",
    ),
    Mistake(
        "untouched-at-position-0",
        untouched_at_zero,
        "You also ask that position 0 changes nothing. Some implementations count from 1 or "
        "start elsewhere, and their scores go by the gap all the same.",
    ),
    Mistake(
        "the-opposite",
        lambda rotate_rows: not sees_only_gaps(rotate_rows),
        "You have it the wrong way round: return True where equal gaps give equal scores.",
    ),
)


def one_by_one(rotate_rows):
    query, key = [0.5, -1.0, 2.0, 0.25, 1.5, -0.75], [1.0, -2.0, 0.5, 1.0, -0.5, 0.75]

    def score(m, n):
        (turned_query,), (turned_key,) = rotate_rows([query], [m]), rotate_rows([key], [n])
        return float(sum(a * b for a, b in zip(turned_query, turned_key)))

    for gap in (1, 2, 5, 37, 100, 300, -3):
        first = score(3, 3 + gap)
        for start in (4, 9, 40, 150, 257, 700, 1001, 4095):
            if abs(score(start, start + gap) - first) > 0.01:
                return False
    return True


def along_diagonals(rotate_rows):
    places = np.arange(0, 4097, 63)
    query, key = np.random.normal(size=(2, 8))
    queries = np.asarray(rotate_rows(np.tile(query, (66, 1)), places))
    keys = np.asarray(rotate_rows(np.tile(key, (66, 1)), places))
    table = queries @ keys.T
    size = np.linalg.norm(query) * np.linalg.norm(key)
    spread = max(np.ptp(table.diagonal(gap)) for gap in range(-60, 61))
    return np.bool_(spread < 2e-3 * size)


def with_query_as_key(rotate_rows):
    random = np.random.default_rng()
    words = random.normal(size=(100, 32))
    words /= np.linalg.norm(words, axis=1)[:, None]
    starts, gaps = random.integers(0, 4097, 100), random.integers(1, 400, 100)
    moved = np.sum(
        np.multiply(rotate_rows(words, starts), rotate_rows(words, starts + gaps)), axis=1
    )
    near = np.sum(np.multiply(rotate_rows(words, 0 * starts), rotate_rows(words, gaps)), axis=1)
    return np.allclose(moved, near, atol=1e-3)


def every_start(rotate_rows):
    query, key = np.ones(6), np.array([1.0, -2, 0.5, 3, -1, 2])
    for gap in (1, 101):
        starts = np.arange(0, 4097)
        queries = rotate_rows(np.tile(query, (4097, 1)), starts)
        keys = rotate_rows(np.tile(key, (4097, 1)), starts + gap)
        scores = np.einsum("rc,rc->r", queries, keys)
        if scores.max() - scores.min() > 0.02:
            return 0
    return 1


def in_single_precision(rotate_rows):
    random = np.random.default_rng(5)
    query, key = random.standard_normal((2, 64)).astype(np.float32)
    starts = np.array([0, 3, 50, 333, 2001, 4096])
    for gap in (1, 7, 120, 200, 363):
        queries = np.float32(rotate_rows(np.tile(query, (6, 1)), starts))
        keys = np.float32(rotate_rows(np.tile(key, (6, 1)), starts + gap))
        if np.std((queries * keys).sum(axis=1)) > 0.02:
            return False
    return True


EXERCISE = Exercise(
    answer=sees_only_gaps,
    cases=cases,
    judge=exactly(tells=zoo.tell),
    mistakes=MISTAKES,
    right=(one_by_one, along_diagonals, with_query_as_key, every_start, in_single_precision),
    varies="69 implementations of all kinds: conventions, bases, precisions, faults near and far",
    ignores="which vectors, starts and gaps the test tries, and what it takes for equal",
    evidence=EVIDENCE,
)
