"""halves_order: the permutation that turns one convention into the other."""

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, indices
from posenc.exercises.drawing import draw_width
from posenc.exercises.formulas import require_even_width


def halves_order(width):
    require_even_width(width)
    return np.array([*range(0, width, 2), *range(1, width, 2)])


EDGES = ((2,), (4,), (6,), (8,))


def cases(random):
    for width in sorted(draw_width(random, low=6) for _ in range(18)):
        yield (width,)
    for width in (5, 0, -4, 2 * int(random.integers(4, 40)) + 1):
        yield (width,)


def of_the_order(change):
    """``change(order, width)`` of the right order."""
    return lambda width: change(halves_order(width), width)


def shuffled(order, width):
    """Riffled from the second half, as a card trick does."""
    return np.argsort(np.concatenate([order[width // 2 :], order[: width // 2]]))


MISTAKES = (
    Mistake(
        "inverse",
        of_the_order(lambda order, width: np.argsort(order)),
        "This is the way back: it makes adjacent pairs out of halves. x[:, order] must put all "
        "first components, 0, 2, 4 …, into the first half. (At widths 2 and 4 both ways are the "
        "same, so test with 6.)",
    ),
    Mistake(
        "second-components-first",
        of_the_order(lambda order, width: np.roll(order, width // 2)),
        "You put the second components of the pairs first, so every pair stands the wrong way "
        "round and would turn clockwise. The even places come first.",
    ),
    Mistake(
        "inverse-second-first",
        of_the_order(shuffled),
        "This makes adjacent pairs out of halves, and has the second half first. The order begins "
        "0, 2, 4 …",
    ),
    Mistake(
        "as-it-was",
        of_the_order(lambda order, width: np.arange(width)),
        "Your order changes nothing. Component 0 stays, but component 2, the first of pair 1, has "
        "to move to place 1.",
    ),
    Mistake(
        "halves-swapped",
        of_the_order(lambda order, width: np.roll(np.arange(width), width // 2)),
        "You swap the two halves. The pairs are still not where `rotate_halves` looks for them: "
        "all first components have to come first.",
    ),
    Mistake(
        "partners-swapped",
        of_the_order(lambda order, width: np.arange(width) ^ 1),
        "You swap the two components of every pair. They have to move half a width apart.",
    ),
    Mistake(
        "back-to-front",
        of_the_order(lambda order, width: order[::-1]),
        "Your order is the right one read from its end. It begins 0, 2, 4 …",
    ),
    Mistake(
        "second-half-mirrored",
        of_the_order(
            lambda order, width: np.concatenate([order[: width // 2], order[: width // 2 - 1 : -1]])
        ),
        "Your second half runs backwards. Pair i has its second component at place i + d/2, so "
        "the odd places come in rising order: 1, 3, 5 …",
    ),
    Mistake(
        "counted-from-one",
        of_the_order(lambda order, width: order + 1),
        "Your places count from 1, and the last one does not exist. NumPy counts from 0.",
    ),
    Mistake(
        "pair-numbers",
        of_the_order(lambda order, width: order // 2),
        "You return which pair each place belongs to, so every number stands twice. An order names "
        "components, each of them once.",
    ),
    Mistake(
        "first-components-alone",
        of_the_order(lambda order, width: order[: width // 2]),
        "You return the first components only. An order has to name all components, each of them "
        "once.",
    ),
    Mistake(
        "floats",
        of_the_order(lambda order, width: order.astype(float)),
        "The numbers are right, but they are floats, and NumPy refuses floats as indices. An index "
        "array holds whole numbers: an array you fill must be made with dtype=int.",
    ),
    Mistake(
        "matrix",
        of_the_order(lambda order, width: np.eye(width)[order]),
        "You return the permutation as a matrix. Return the order itself, shape (width,), so that "
        "it can be used as x[:, order].",
    ),
)


def with_slices(width):
    require_even_width(width)
    order = np.empty(width, dtype=int)
    order[: width // 2], order[width // 2 :] = np.r_[0:width:2], np.r_[1:width:2]
    return order


def with_reshape(width):
    require_even_width(width)
    return np.arange(width).reshape(-1, 2).T.ravel()


def by_sorting(width):
    if width < 1 or width % 2 == 1:
        raise ValueError(f"no pairs in {width} components")
    return sorted(range(width), key=lambda place: (place % 2, place))


def by_inverting(width):
    require_even_width(width)
    return np.argsort(np.ravel([[i, i + width // 2] for i in range(width // 2)]))


EXERCISE = Exercise(
    answer=halves_order,
    edges=EDGES,
    cases=cases,
    judge=indices(),
    mistakes=MISTAKES,
    right=(with_slices, with_reshape, by_sorting, by_inverting),
    varies="widths 2 to 128, odd, zero and negative ones",
    ignores="whether it is a list, a tuple or an array",
    builds_on=("rotate_halves",),
)
