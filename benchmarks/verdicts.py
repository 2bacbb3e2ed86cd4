"""How long a verdict takes, exercise by exercise: on the answer, and on each known mistake.

Times are milliseconds, the median over seeds. "calls" is the answer called on all cases and nothing
else, "right" a verdict on it, "wrong" the median over known mistakes, "slowest" the slowest.
"""

import statistics
import sys
from time import perf_counter

from posenc.checking import find_verdict
from posenc.checking.calling import run
from posenc.checking.examination import draw_cases, prepare
from posenc.checking.handing import open_up
from posenc.exercises import all_exercises

SEEDS = range(10)
LIMIT = 100.0


def milliseconds(action) -> float:
    prepare.cache_clear()
    begin = perf_counter()
    action()
    return 1000 * (perf_counter() - begin)


def verdict_time(exercise, function) -> float:
    return statistics.median(
        milliseconds(lambda seed=seed: find_verdict(exercise.name, {exercise.name: function}, seed))
        for seed in SEEDS
    )


def plain_time(exercise) -> float:
    calls = [open_up(case) for case in draw_cases(exercise, 0)]

    def call_all() -> None:
        for each in calls:
            run(exercise.answer, each)

    return statistics.median(milliseconds(call_all) for _ in SEEDS)


def main() -> None:
    print(f"{'exercise':24}{'cases':>6}{'calls':>8}{'right':>8}{'wrong':>8}{'slowest':>9}   ms")
    slow = []
    for exercise in all_exercises():
        plain, right = plain_time(exercise), verdict_time(exercise, exercise.answer)
        wrong = [verdict_time(exercise, mistake.function) for mistake in exercise.mistakes]
        count = len(draw_cases(exercise, 0))
        print(
            f"{exercise.name:24}{count:6}{plain:8.1f}{right:8.1f}{statistics.median(wrong):8.1f}"
            f"{max(wrong):9.1f}"
        )
        slow += [exercise.name] * (max(right, *wrong) > LIMIT)
    print(f"above {LIMIT:.0f} ms: {', '.join(slow) or 'none'}")
    sys.exit(bool(slow))


if __name__ == "__main__":
    main()
