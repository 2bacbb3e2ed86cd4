"""shift_matrix: one matrix that moves every position on by the same gap."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_base, draw_gap, draw_width
from posenc.exercises.formulas import encoding, pair_rates, require_even_width
from posenc.exercises.ladders import ladder_mistakes


def shift_matrix(gap, width, base=10_000.0):
    require_even_width(width)
    matrix = np.zeros((width, width))
    for i in range(width // 2):
        angle = gap * base ** (-2 * i / width)
        cos, sin = math.cos(angle), math.sin(angle)
        matrix[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [[cos, sin], [-sin, cos]]
    return matrix


EDGES = (
    (0, 2),
    (0, 4),
    (1, 2),
    (-1, 2),
    (3, 4, 100.0),
    (50, 6),
    (2.5, 4, 400.0),
    (4000, 8),
)


def cases(random):
    for width in sorted(draw_width(random, high=64) for _ in range(20)):
        yield draw_gap(random), width, draw_base(random)
    for width in (5, 0, -4, 9):
        yield draw_gap(random), width, draw_base(random)


def blocks_with(entries, rates=pair_rates):
    """Blocks [[a, b], [c, d]] on the diagonal: ``entries(cos, sin) -> (a, b, c, d)``, arrays."""

    def matrix(gap, width, base=10_000.0):
        angles = gap * rates(width, base)
        a, b, c, d = entries(np.cos(angles), np.sin(angles))
        even, odd = np.arange(0, width, 2), np.arange(1, width, 2)
        whole = np.zeros((width, width))
        whole[even, even], whole[even, odd], whole[odd, even], whole[odd, odd] = a, b, c, d
        return whole

    return matrix


def shift_with(rates):
    return blocks_with(lambda c, s: (c, s, -s, c), rates)


shift = shift_with(pair_rates)


def at_gap(change):
    """The right matrix for another gap."""
    return lambda gap, width, base=10_000.0: shift(change(gap), width, base)


def changed(change):
    """``change(matrix)`` of the right matrix."""
    return lambda gap, width, base=10_000.0: change(shift(gap, width, base))


def in_halves(gap, width, base=10_000.0):
    angles = gap * pair_rates(width, base)
    cos, sin = np.diag(np.cos(angles)), np.diag(np.sin(angles))
    return np.block([[cos, sin], [-sin, cos]])


def right_for_position_zero(gap, width, base=10_000.0):
    start, end = encoding(0, width, base), encoding(gap, width, base)
    return np.outer(end, start) / (start @ start)


def overlapping_blocks(gap, width, base=10_000.0):
    matrix = np.zeros((width, width))
    for i, angle in enumerate(gap * pair_rates(width, base)):
        cos, sin = np.cos(angle), np.sin(angle)
        matrix[i : i + 2, i : i + 2] = [[cos, sin], [-sin, cos]]
    return matrix


def last_block_alone(matrix):
    return np.pad(matrix[-2:, -2:], ((len(matrix) - 2, 0),) * 2)


def stacked_blocks(matrix):
    pairs = np.arange(len(matrix) // 2)
    return matrix.reshape(len(pairs), 2, len(pairs), 2)[pairs, :, pairs]


def encoding_of_the_gap(gap, width, base=10_000.0):
    return np.diag(encoding(gap, width, base))


def rate_per_component(gap, width, base=10_000.0):
    angles = gap * float(base) ** (-np.arange(width) / width)
    matrix = np.diag(np.cos(angles))
    even, odd = np.arange(0, width, 2), np.arange(1, width, 2)
    matrix[even, odd], matrix[odd, even] = np.sin(angles[0::2]), -np.sin(angles[1::2])
    return matrix


MISTAKES = (
    Mistake(
        "moves-back",
        changed(np.transpose),
        "Your matrix moves every position back by the gap, not on. It turns [sine, cosine] "
        "counter-clockwise, and a growing position runs clockwise: transpose it.",
    ),
    Mistake(
        "both-plus",
        blocks_with(lambda c, s: (c, s, s, c)),
        "A minus is missing in every block: cos(x+a) = cos x·cos a - sin x·sin a, and this is the "
        "second row.",
    ),
    Mistake(
        "both-minus",
        blocks_with(lambda c, s: (c, -s, -s, c)),
        "There is one minus too many in every block: the first row makes sin(x+a) = sin x·cos a + "
        "cos x·sin a.",
    ),
    Mistake(
        "reflection",
        blocks_with(lambda c, s: (c, s, s, -c)),
        "The second row of every block has its signs turned round. A gap of 0 must give the matrix "
        "that changes nothing.",
    ),
    Mistake(
        "cosine-first",
        blocks_with(lambda c, s: (-s, c, c, s)),
        "The two rows of every block have changed places: the first makes the sine, the second the "
        "cosine.",
    ),
    Mistake(
        "read-as-cosine-and-sine",
        blocks_with(lambda c, s: (s, c, c, -s)),
        "Sine and cosine have changed places in every block. For gap 0 the cosines are 1, and they "
        "belong on the diagonal.",
    ),
    Mistake(
        "cosines-alone",
        blocks_with(lambda c, s: (c, 0, 0, c)),
        "Only the cosines on the diagonal are there. Each block has sines beside it: the new sine "
        "needs the old cosine too.",
    ),
    Mistake(
        "encoding-on-the-diagonal",
        encoding_of_the_gap,
        "You put the encoding of the gap on the diagonal, so every component is scaled by itself. "
        "The new sine of a pair needs its old sine and its old cosine.",
    ),
    Mistake(
        "right-for-position-zero",
        right_for_position_zero,
        "Your matrix moves position 0 as it should, and no other. It must do for every p: build "
        "each pair's block from the formulas for sin(x+a) and cos(x+a).",
    ),
    Mistake(
        "halves",
        in_halves,
        "Your blocks join component i with component i + d/2. The sine and cosine of pair i are "
        "neighbours, components 2i and 2i+1.",
    ),
    Mistake(
        "overlapping-blocks",
        overlapping_blocks,
        "Your blocks overlap: block i starts at row i. It starts at row 2i.",
    ),
    Mistake(
        "last-block-alone",
        changed(last_block_alone),
        "Only the last block is there. Is a new matrix of zeros made for every pair? Make it once, "
        "before the loop.",
    ),
    Mistake(
        "blocks-stacked",
        changed(stacked_blocks),
        "The blocks are right, but stacked. They belong on the diagonal of one (d, d) matrix, "
        "with zeros everywhere else.",
    ),
    Mistake(
        "rate-per-component",
        rate_per_component,
        "The two rows of a block use different angles. A pair has one rate, with the exponent "
        "-2*i/d.",
    ),
    Mistake(
        "gap-without-sign",
        at_gap(abs),
        "You drop the sign of the gap. A negative gap moves every position back.",
    ),
    Mistake(
        "one-further",
        at_gap(lambda gap: gap + 1),
        "Your matrix moves one position too far: for gap 0 it must change nothing.",
    ),
    Mistake(
        "double-gap",
        at_gap(lambda gap: 2 * gap),
        "Your matrix moves by twice the gap.",
    ),
    Mistake(
        "degrees",
        at_gap(np.radians),
        "You treat the angles as degrees. gap·rate is in radians, which is what sine and cosine "
        "take.",
    ),
    Mistake(
        "extra-two-pi",
        at_gap(lambda gap: 2 * np.pi * gap),
        "There is an extra 2π: a rate is radians per position, not turns.",
    ),
    Mistake(
        "cut-to-integers",
        changed(lambda matrix: matrix.astype(int)),
        "Your numbers are cut to whole ones. The matrix you write into holds integers: ask for "
        "dtype=float.",
    ),
    *ladder_mistakes(
        shift_with,
        "exponent-i-over-d",
        "pairs-from-one",
        "pairs-from-minus-one",
        "half-step",
        "reaches-the-base",
        "width-halved-twice",
        "growing",
        "all-alike",
        "slowest-first",
        "base-ignored",
    ),
)


def with_kron(gap, width, base=10_000.0):
    require_even_width(width)
    turn = np.array([[0.0, 1.0], [-1.0, 0.0]])
    angles = gap * pair_rates(width, base)
    return np.kron(np.diag(np.cos(angles)), np.eye(2)) + np.kron(np.diag(np.sin(angles)), turn)


def as_a_product_of_single_steps(gap, width, base=10_000.0):
    """One position's matrix, taken to the power of the gap by its eigenvalues."""
    require_even_width(width)
    values, vectors = np.linalg.eig(with_kron(1, width, base))
    return (vectors * np.exp(gap * np.log(values)) @ np.linalg.inv(vectors)).real


def with_plain_python(gap, width, base=10_000):
    if width % 2 or width <= 0:
        raise ValueError(f"no pairs in a width of {width}")
    matrix = [[0] * width for _ in range(width)]
    for j in range(0, width, 2):
        angle = gap / math.pow(base, j / width)
        matrix[j][j] = matrix[j + 1][j + 1] = math.cos(angle)
        matrix[j][j + 1] = math.sin(angle)
        matrix[j + 1][j] = -math.sin(angle)
    return matrix


def in_single_precision(gap, width, base=10_000.0):
    require_even_width(width)
    angles = np.float32(gap) * pair_rates(width, base).astype(np.float32)
    matrix = np.diag(np.repeat(np.cos(angles), 2))
    matrix[range(0, width, 2), range(1, width, 2)] = np.sin(angles)
    matrix[range(1, width, 2), range(0, width, 2)] = -np.sin(angles)
    return matrix


EXERCISE = Exercise(
    answer=shift_matrix,
    edges=EDGES,
    cases=cases,
    judge=within(1.0),
    mistakes=MISTAKES,
    right=(with_kron, as_a_product_of_single_steps, with_plain_python, in_single_precision),
    varies="gaps of both signs to 4 000 and a fraction, widths 2 to 64, bases, widths to refuse",
    ignores="speed, and the wording of the error, as long as it names the width",
    builds_on=("shift_pair",),
)
