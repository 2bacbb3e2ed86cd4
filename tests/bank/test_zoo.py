"""What is declared of every implementation in lesson 9's zoo is measured here, densely."""

import re

import numpy as np
import pytest

from posenc.checking import find_verdict
from posenc.checking.comparing import alike
from posenc.checking.examination import draw_cases
from posenc.checking.exchange import Outcome
from posenc.exercises import find_exercise
from posenc.exercises.precision_and_tests import scalings, zoo

KINDS = {
    "sound": zoo.sound,
    "in_single_precision": zoo.in_single_precision,
    "partial": zoo.partial,
    "from_an_offset": zoo.from_an_offset,
    "fixed_at_0": zoo.fixed_at_0,
    "fixed_elsewhere": zoo.fixed_elsewhere,
    "there_and_back": zoo.there_and_back,
    "encoding_added": zoo.encoding_added,
    "number_added": zoo.number_added,
    "squared": zoo.squared,
    "clipped": zoo.clipped,
    "counted_anew": zoo.counted_anew,
    "rounded_to_bfloat16": zoo.rounded_to_bfloat16,
    "with_another_base_later": zoo.with_another_base_later,
    "random_rotations": zoo.random_rotations,
    "zeros_past_the_end": scalings.zeros_past_the_end,
    "grown_late": scalings.grown_late,
    "stretched_and_shrunk": scalings.stretched_and_shrunk,
}
for group in (
    "SCALED",
    "SLIGHTLY_SCALED",
    "FIRSTS_SCALED",
    "SCALED_AND_FIXED",
    "SLIGHTLY_SCALED_AND_FIXED",
):
    KINDS |= {f"{group.lower()}_{n}": each for n, each in enumerate(getattr(scalings, group))}

PLACES = np.arange(4097)
WIDTHS = (4, 6, 8, 16, 32, 64, 128)
# A sound one is sound to a thousandth; a fault is at least ten times as large.
SOUND, FAULTY = 1e-3, 1e-2


def drawn(kind, number=8):
    for seed in range(number):
        random = np.random.default_rng(seed)
        implementation = KINDS[kind](random)
        yield implementation, random, WIDTHS[seed % len(WIDTHS)]


@pytest.mark.parametrize("kind", KINDS)
def test_lengths_are_kept_or_changed_as_declared(kind):
    for implementation, random, width in drawn(kind):
        vectors = random.standard_normal((len(PLACES), width))
        before = np.linalg.norm(vectors, axis=1)
        after = np.linalg.norm(implementation(vectors, PLACES), axis=1)
        change = np.max(np.abs(after - before) / before)
        assert change < SOUND if implementation.keeps_length else change > FAULTY


@pytest.mark.parametrize("kind", KINDS)
def test_equal_gaps_give_equal_scores_or_not_as_declared(kind):
    for implementation, random, width in drawn(kind):
        query, key = random.standard_normal((2, width))
        queries = implementation(np.tile(query, (4097, 1)), PLACES)
        spread = 0.0
        for gap in (0, 1, 7, 100, 300, 4096):
            for each in (query, key):
                keys = implementation(np.tile(each, (4097, 1)), PLACES + gap)
                lengths = np.linalg.norm(query) * np.linalg.norm(each)
                spread = max(spread, np.ptp(np.sum(queries * keys, axis=1)) / lengths)
        assert spread < SOUND if implementation.only_gaps else spread > FAULTY


@pytest.mark.parametrize("kind", KINDS)
def test_positions_are_ignored_or_not_as_declared(kind):
    for implementation, random, width in drawn(kind):
        vector = random.standard_normal(width)
        made = implementation(np.tile(vector, (4097, 1)), PLACES)
        change = np.max(np.abs(made - made[0])) / np.linalg.norm(vector)
        assert change < SOUND if implementation.ignores_position else change > FAULTY


@pytest.mark.parametrize("kind", KINDS)
def test_one_row_lists_and_a_base_of_ones_own_will_do(kind):
    for implementation, random, width in drawn(kind, 4):
        vectors, positions = random.standard_normal((3, width)), np.array([2, 700, 31])
        before = vectors.copy()
        rows = implementation(vectors, positions)
        assert rows.shape == vectors.shape and np.array_equal(vectors, before)
        assert np.allclose(implementation(vectors.tolist(), positions.tolist()), rows)
        assert np.allclose(implementation(vectors[1:2], positions[1:2]), rows[1], atol=1e-6)
        assert np.shape(implementation(vectors, positions, 500.0)) == vectors.shape
        assert implementation.does in zoo.tell((zoo.handed(implementation),), True, False)


@pytest.mark.parametrize(
    ("vectors", "positions", "named"),
    [
        (np.ones(4), 3, "(4,) and ()"),
        (np.ones((1, 4)), 3, "(1, 4) and ()"),
        (np.ones((1, 4)), [1, 2], "(1, 4) and (2,)"),
        (np.ones((2, 2)), [1, 2], "from 4 on, not 2"),
        (np.ones((2, 5)), [1, 2], "not 5"),
    ],
)
def test_other_shapes_are_refused(vectors, positions, named):
    with pytest.raises(ValueError, match=re.escape(named)):
        zoo.sound(np.random.default_rng(0))(vectors, positions)


@pytest.mark.parametrize("name", ["keeps_length", "sees_only_gaps", "find_fault"])
def test_every_check_draws_twenty_and_far_more_with_every_verdict_ten_times_among_them(name):
    exercise = find_exercise(name)
    for seed in range(20):
        herd = [case[0].function.implementation for case in draw_cases(exercise, seed)]
        verdicts = [exercise.answer(each) for each in herd]
        assert len(herd) >= 60
        assert min(verdicts.count(each) for each in set(verdicts)) >= 10
        truths = {"keeps_length": "keeps_length", "sees_only_gaps": "only_gaps"}
        assert verdicts == [getattr(each, truths.get(name, "fault")) for each in herd]


def test_the_message_says_what_was_misjudged_and_what_it_does():
    wrong = {"keeps_length": lambda rotate_rows: True}
    message = " ".join(find_verdict("keeps_length", wrong, 1).message.split())
    case = next(
        case[0].function.implementation
        for case in draw_cases(find_exercise("keeps_length"), 1)
        if not case[0].function.implementation.keeps_length
    )
    assert case.does in message and case.so in message
    assert "The right verdict is False, yours is True." in message


def test_words_next_to_each_other_are_told_apart():
    words = ("none", "changes length")
    assert not alike(Outcome("none"), Outcome("changes length"), lambda value: 0.0, words)
