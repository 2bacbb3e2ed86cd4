"""Seven made-up learners of lesson 6, as they hand it in: what each wrote that is not right."""

from __future__ import annotations

CLOCKWISE = """\
def rotate_pair(x0, x1, angle):
    cos, sin = np.cos(angle), np.sin(angle)
    return x0 * cos + x1 * sin, x1 * cos - x0 * sin
"""

EXPONENT = """\
def rotate(vector, position, base=10_000.0):
    width = len(vector)
    if width % 2:
        raise ValueError(f"width {width} is odd")
    angles = position * base ** (-np.arange(width // 2) / width)
    turned = np.empty(width)
    turned[0::2], turned[1::2] = rotate_pair(vector[0::2], vector[1::2], angles)
    return turned
"""

EXPONENT_ROWS = """\
def rotate_rows(vectors, positions, base=10_000.0):
    return np.array([rotate(row, position, base) for row, position in zip(vectors, positions)])
"""

HALVES = """\
def rotate(vector, position, base=10_000.0):
    width = len(vector)
    if width % 2:
        raise ValueError(f"width {width} is odd")
    angles = position * base ** (-2 * np.arange(width // 2) / width)
    return np.concatenate(rotate_pair(vector[: width // 2], vector[width // 2 :], angles))
"""

RAISES = """\
def score_spread(score, query, key, gap, starts):
    scores = [score(query, key, m, m + gap) for m in starts]
    return max(scores) - scores[len(scores)]
"""

NEVER_RETURNS = """\
def partial_rotary(vectors, positions, rotated, base=10_000.0):
    i = 0
    while i < rotated:
        turned = rotate_rows(vectors[:, :rotated], positions, base)
    return turned
"""

# For each learner what replaces the right solution; None leaves every cell untouched.
SAMPLE_CLASS: dict[str, dict[str, str] | None] = {
    "ada": {},
    "ben": None,
    "cleo": {"rotate_pair": CLOCKWISE},
    "dora": {"rotate": EXPONENT, "rotate_rows": EXPONENT_ROWS},
    "emil": {"rotate": HALVES, "rotate_rows": EXPONENT_ROWS},
    "finn": {"score_spread": RAISES},
    "gwen": {"partial_rotary": NEVER_RETURNS},
}

DESCRIPTIONS = {
    "ada": "all right",
    "ben": "handed in untouched",
    "cleo": "turns clockwise",
    "dora": "exponent i/d",
    "emil": "pairs in halves",
    "finn": "an exception",
    "gwen": "never returns",
}
