"""find_fault: which fault an implementation has, if any."""

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, exactly
from posenc.exercises.precision_and_tests import scalings, zoo
from posenc.exercises.precision_and_tests.keeps_length import (
    EVIDENCE,
    decided_by,
    keeps_length,
    near,
    with_itself,
    with_means,
    with_one_component,
)
from posenc.exercises.precision_and_tests.sees_only_gaps import sees_only_gaps, with_spread

WORDS = ("none", "changes length", "position ignored", "absolute")
PLACES = np.array([0, 1, 2, 5, 30, 257, 1003, 4096])


def find_fault(rotate_rows):
    if not keeps_length(rotate_rows):
        return "changes length"
    if ignores_position(rotate_rows):
        return "position ignored"
    return "none" if sees_only_gaps(rotate_rows) else "absolute"


def ignores_position(rotate_rows, places=PLACES, tolerance=1e-3):
    vector = np.random.default_rng(0).standard_normal(16)
    turned = np.asarray(rotate_rows(np.tile(vector, (len(places), 1)), np.asarray(places)))
    return np.max(np.abs(turned - turned[0])) <= tolerance


def cases(random):
    yield from zoo.draw_herd(
        random,
        (5, (zoo.sound,)),
        (5, (zoo.partial,)),
        (2, (zoo.encoding_added,)),
        (5, (zoo.fixed_elsewhere,)),
        (5, (zoo.squared, zoo.random_rotations)),
        (5, (zoo.in_single_precision,)),
        (5, (zoo.clipped,)),
        (6, scalings.SCALED_AND_FIXED),
        (5, (zoo.from_an_offset,)),
        (5, (zoo.rounded_to_bfloat16,)),
        (6, (zoo.there_and_back,)),
        (5, (zoo.number_added,)),
        (2, (zoo.fixed_at_0,)),
        (6, scalings.SLIGHTLY_SCALED),
        (6, scalings.SCALED),
        (2, scalings.FIRSTS_SCALED),
        (5, (zoo.counted_anew,)),
        (5, (zoo.with_another_base_later,)),
        (5, (scalings.stretched_and_shrunk,)),
        (5, (scalings.zeros_past_the_end, scalings.grown_late)),
    )


def with_parts(lengths=keeps_length, ignored=ignores_position, gaps=sees_only_gaps):
    """The order of the answer, with tests of one's own."""

    def found(rotate_rows):
        if not lengths(rotate_rows):
            return "changes length"
        if ignored(rotate_rows):
            return "position ignored"
        return "none" if gaps(rotate_rows) else "absolute"

    return found


def position_first(rotate_rows):
    return "position ignored" if ignores_position(rotate_rows) else find_fault(rotate_rows)


def gaps_before_lengths(rotate_rows):
    if ignores_position(rotate_rows) and keeps_length(rotate_rows):
        return "position ignored"
    return find_fault(rotate_rows) if sees_only_gaps(rotate_rows) else "absolute"


def renamed(**words):
    """The answer with other words in place of some of its own."""
    known = {key.replace("_", " "): word for key, word in words.items()}

    def found(rotate_rows):
        fault = find_fault(rotate_rows)
        return known.get(fault, fault)

    return found


def last_component_stays(rotate_rows):
    vector = np.random.default_rng(0).standard_normal(16)
    last = np.asarray(rotate_rows(np.tile(vector, (len(PLACES), 1)), PLACES))[:, -1]
    return np.ptp(last) <= 1e-3


def untouched_at_zero(rotate_rows):
    vectors = np.random.default_rng(0).standard_normal((1, 16))
    fault = find_fault(rotate_rows)
    moved = not np.allclose(rotate_rows(vectors, np.array([0])), vectors, atol=1e-3)
    return "absolute" if fault == "none" and moved else fault


FAR = (300, 511, 1003, 2999, 4096)
ROUND = (0, 16, 32, 128, 256, 1024, 4000)

MISTAKES = (
    Mistake(
        "exactly-equal-lengths",
        with_parts(lengths=decided_by(lambda before, after: after == before)),
        "You ask for lengths that are equal to the last bit, so rounding alone counts as a "
        "change of length. Allow for a thousandth.",
    ),
    Mistake(
        "too-tight",
        with_parts(decided_by(near(1e-9)), gaps=with_spread(1e-9)),
        "Your tolerance is too tight: in single precision lengths are off by a ten-millionth, "
        "scores by some hundred-thousandths, and that is sound. Allow a thousandth.",
    ),
    Mistake(
        "scores-too-tight",
        with_parts(gaps=with_spread(1e-9)),
        "Your tolerance for scores is too tight: in single precision they are off by "
        "some hundred-thousandths of ‖q‖·‖k‖, and that is sound. Allow a thousandth.",
    ),
    Mistake(
        "lengths-too-loose",
        with_parts(lengths=decided_by(near(0.15))),
        "Your tolerance for lengths is too wide: a twentieth more in some components goes "
        "unnoticed. Allow a thousandth.",
    ),
    Mistake(
        "lengths-at-position-0-alone",
        with_parts(lengths=decided_by(near(1e-3), np.zeros(12, dtype=int))),
        "A change of length that begins after position 0 escapes you. Ask for lengths at near "
        "and far positions, and let every row keep its own: `all`, not `any`.",
    ),
    Mistake(
        "lengths-near-alone",
        with_parts(lengths=decided_by(near(1e-3), np.arange(12))),
        "A change of length that begins late escapes you: a table may hold zeros after 256, and "
        "lengths may change from a few thousand on. Ask for lengths at positions up to 4 096.",
    ),
    Mistake(
        "means-of-lengths",
        with_parts(lengths=with_means),
        "You compare means or totals of many lengths. Some rows may grow while others shrink, and "
        "the mean stays: compare row by row.",
    ),
    Mistake(
        "lengths-of-one-component",
        with_parts(lengths=with_one_component),
        "Your test of lengths sees one pair only, since the vectors have one component that is "
        "not 0. Take vectors with something in every component.",
    ),
    Mistake(
        "lengths-compared-with-each-other",
        with_parts(lengths=with_itself),
        "You compare the lengths that come out with each other. All may have been scaled alike: "
        "compare each with the length that went in.",
    ),
    Mistake(
        "position-ignored-first",
        position_first,
        'Where two faults apply you say the second: "changes length" comes before '
        '"position ignored".',
    ),
    Mistake(
        "absolute-first",
        gaps_before_lengths,
        'Where two faults apply you say "absolute" too early. "changes length" comes first, and '
        '"absolute" last.',
    ),
    Mistake(
        "position-ignored-to-the-bit",
        with_parts(ignored=lambda rotate_rows: ignores_position(rotate_rows, tolerance=0)),
        'You say "position ignored" only where results are equal to the last bit. The same up to '
        "rounding is the same.",
    ),
    Mistake(
        "position-ignored-forgotten",
        renamed(position_ignored="none"),
        'You never say "position ignored". A function that ignores positions passes both tests, '
        "of lengths and of gaps: compare what one vector becomes at two positions.",
    ),
    Mistake(
        "two-places-that-merge",
        with_parts(ignored=lambda rotate_rows: ignores_position(rotate_rows, (256, 257))),
        'You say "position ignored" where two neighbouring places agree. A table that ends at '
        "256 turns 257 like 256, and so does bfloat16: compare several places, near and far.",
    ),
    Mistake(
        "one-component-for-ignored",
        with_parts(ignored=last_component_stays),
        'You say "position ignored" where one component stays. Some functions turn a part of the '
        "components and leave the rest: compare all of them.",
    ),
    Mistake(
        "untouched-for-ignored",
        with_parts(ignored=lambda rotate_rows: unchanged(rotate_rows)),
        'You say "position ignored" only where nothing turns at all. Every row may be turned to '
        "one fixed position: compare results with each other, not with the input.",
    ),
    Mistake(
        "absolute-forgotten",
        renamed(absolute="none"),
        'You never say "absolute". Compare scores at one gap from several starts; at gap 0 every '
        "rotation passes.",
    ),
    Mistake(
        "near-starts-alone",
        with_parts(gaps=with_spread(gaps=(1, 3), starts=np.arange(20))),
        "Your starts are all small. A table may end at 256, and bfloat16 counts right up to 256: "
        "try starts up to 4 096 too.",
    ),
    Mistake(
        "small-gaps-alone",
        with_parts(gaps=with_spread(gaps=(0, 1, 3))),
        "Your gaps are all small. A function may count from 0 again at 50 or at 200, and then "
        "gap 1 is wrong at that one start. Take a gap of some hundreds as well, from start 0 too.",
    ),
    Mistake(
        "far-places-alone",
        with_parts(
            ignored=lambda rotate_rows: ignores_position(rotate_rows, FAR),
            gaps=with_spread(gaps=(1, 20), starts=FAR),
        ),
        "All your places are far ones. Beyond the end of a table every position is turned alike, "
        'and that is not "position ignored": take near places too.',
    ),
    Mistake(
        "round-places-alone",
        with_parts(gaps=with_spread(gaps=(16, 64), starts=ROUND)),
        "All your places are multiples of 16, and these bfloat16 holds exactly. Take odd starts "
        "and odd gaps as well.",
    ),
    Mistake(
        "untouched-at-position-0",
        untouched_at_zero,
        "You also ask that position 0 changes nothing. Some implementations count from 1 or "
        "start elsewhere, and are sound all the same.",
    ),
    Mistake(
        "words-swapped",
        renamed(position_ignored="absolute", absolute="position ignored"),
        '"absolute" and "position ignored" have changed places. "position ignored" is the same '
        'result everywhere; "absolute" is a score that depends on the start.',
    ),
)


def unchanged(rotate_rows):
    vectors = np.random.default_rng(0).standard_normal((len(PLACES), 16))
    return np.allclose(rotate_rows(vectors, PLACES), vectors, atol=1e-3)


def from_one_table(rotate_rows):
    places = np.array(
        [0, 1, 2, 3, 60, 300, 301, 541, 542, 1999, 2000, 3500, 3501, 3855, 4095, 4096]
    )
    words = np.random.normal(size=(3, 24))
    turned = np.array([rotate_rows(np.tile(word, (16, 1)), places) for word in words])
    sizes = np.linalg.norm(words, axis=1)
    if np.any(np.abs(np.linalg.norm(turned, axis=2) / sizes[:, None] - 1) > 1e-3):
        return "changes length"
    if np.all(np.abs(turned - turned[:, :1]) < 1e-4):
        return "position ignored"
    scores = np.einsum("amc,bnc->mnab", turned, turned)
    gaps = np.subtract.outer(places, places)
    for gap in (1, 241):
        if np.max(np.ptp(scores[gaps == gap], axis=0)) > 0.1:
            return "absolute"
    return np.str_("none")


def one_by_one(rotate_rows):
    query, key = [0.5, -1.0, 2.0, 0.25], [1.0, -2.0, 0.5, 1.5]

    def turned(vector, position):
        return [float(each) for each in rotate_rows([vector], [position])[0]]

    def size(vector):
        return sum(each * each for each in vector) ** 0.5

    places = (0, 1, 2, 77, 259, 1001, 4093)
    if any(abs(size(turned(query, place)) - size(query)) > 2e-3 for place in places):
        return "changes length"
    first = turned(query, 0)
    if all(abs(a - b) < 1e-3 for place in places for a, b in zip(turned(query, place), first)):
        return "position ignored"
    for gap in (1, 3, 300, 900):
        scores = [
            sum(a * b for a, b in zip(turned(query, place), turned(key, place + gap)))
            for place in places
        ]
        if max(scores) - min(scores) > 0.01:
            return "absolute"
    return "none"


def in_single_precision(rotate_rows):
    query, key = np.random.default_rng().standard_normal((2, 32)).astype(np.float32)
    places = np.array([0, 1, 6, 51, 259, 900, 4001])
    queries = np.float32(rotate_rows(np.tile(query, (7, 1)), places))
    if not np.allclose(np.linalg.norm(queries, axis=1), np.linalg.norm(query), rtol=1e-3):
        return WORDS[1]
    if np.allclose(queries, queries[::-1], atol=1e-3):
        return WORDS[2]
    for gap in (1, 3, 10, 101, 256, 401):
        keys = np.float32(rotate_rows(np.tile(key, (7, 1)), places + gap))
        if (queries * keys).sum(axis=1).std() > 0.02:
            return WORDS[3]
    return WORDS[0]


EXERCISE = Exercise(
    answer=find_fault,
    cases=cases,
    judge=exactly(words=WORDS, tells=zoo.tell),
    mistakes=MISTAKES,
    right=(from_one_table, one_by_one, in_single_precision),
    varies="95 implementations of all kinds, some with two faults at once",
    ignores="which vectors and positions are tried, and what it takes for equal",
    builds_on=("keeps_length", "sees_only_gaps"),
    evidence=EVIDENCE,
)
