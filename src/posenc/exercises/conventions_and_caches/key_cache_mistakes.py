"""Ways to lose the positions of cached keys."""

import numpy as np

from posenc.exercises.declaring import Mistake
from posenc.exercises.formulas import pair_rates, turn_adjacent, turn_halves
from posenc.exercises.ladders import ladder_mistakes


def turned(vector, position, base):
    return turn_adjacent(vector, position * pair_rates(len(vector), base))


def cache_mistakes(right):
    """The known mistakes, each the right class `right` with one thing changed."""

    def with_scores(scores):
        """``scores(cache, query)`` in place of the right ones."""
        return type("KeyCache", (right,), {"scores": scores})

    def query_at(place):
        return with_scores(
            lambda cache, query: cache.keys @ turned(query, place(cache), cache.base)
        )

    def key_at(place):
        """A new key is turned to ``place(cache)``; the query is right."""

        def append(cache, key):
            cache.keys.append(turned(key, place(cache), cache.base))
            cache.seen += 1

        return type("KeyCache", (right,), {"append": append})

    def of_scores(change):
        """``change(scores, cache, query)`` of the right scores."""
        return with_scores(lambda cache, query: change(right.scores(cache, query), cache, query))

    def dropping(drop):
        return type("KeyCache", (right,), {"drop": drop})

    def turning(turn):
        """Keys and query turned by ``turn(vector, position, base)``."""

        class KeyCache(right):
            def append(self, key):
                self.keys.append(turn(key, self.seen, self.base))
                self.seen += 1

            def scores(self, query):
                return np.array(self.keys) @ turn(query, self.seen - 1, self.base)

        return KeyCache

    def turn_with(rates):
        return turning(
            lambda vector, position, base: turn_adjacent(
                vector, position * rates(len(vector), base)
            )
        )

    def own_positions(cache):
        return range(cache.seen - len(cache.keys), cache.seen)

    def turn_all_again(cache):
        cache.keys = [
            turned(key, place, cache.base) for key, place in zip(cache.keys, own_positions(cache))
        ]

    class TurnedAtEveryAppend(right):
        def append(self, key):
            self.keys.append(np.array(key, dtype=float))
            self.seen += 1
            turn_all_again(self)

    class TurnedAtEveryQuestion(right):
        def scores(self, query):
            turn_all_again(self)
            return right.scores(self, query)

    def turned_on_reading(cache, query):
        keys = [
            turned(key, place, cache.base) for key, place in zip(cache.keys, own_positions(cache))
        ]
        return keys @ turned(query, cache.seen - 1, cache.base)

    class KeptAsTheyCome(right):
        def append(self, key):
            self.keys.append(np.array(key, dtype=float))
            self.seen += 1

    class TurnedByAsking(KeptAsTheyCome):
        def scores(self, query):
            turn_all_again(self)
            return right.scores(self, query)

    class TurnedByTheHeld(KeptAsTheyCome):
        def scores(self, query):
            keys = [turned(key, place, self.base) for place, key in enumerate(self.keys)]
            return keys @ turned(query, self.seen - 1, self.base)

    class BaseForTheQueryAlone(right):
        def append(self, key):
            self.keys.append(turned(key, self.seen, 10_000.0))
            self.seen += 1

    class CountedByTheHeld(right):
        def drop(self, count):
            right.drop(self, count)
            self.seen = len(self.keys)

    class StartsAgainAfterDrop(right):
        def drop(self, count):
            right.drop(self, count)
            self.seen = 0

    def drop_newest(cache, count):
        cache.keys = cache.keys[:-count]

    def keep_that_many(cache, count):
        cache.keys = cache.keys[-count:]

    def drop_and_count(cache, count):
        cache.keys = cache.keys[count:]
        cache.seen += count

    return (
        Mistake(
            "turned-again-at-every-append",
            TurnedAtEveryAppend,
            "Keys that were turned already are turned again whenever a new one comes. Turn the new "
            "key only: the others have their positions in them.",
        ),
        Mistake(
            "turned-again-on-reading",
            with_scores(turned_on_reading),
            "Every key is turned twice, once when it is stored and once when it is read. Do one of "
            "the two.",
        ),
        Mistake(
            "turned-again-at-every-question",
            TurnedAtEveryQuestion,
            "Your `scores` turns the held keys and keeps them turned, so asking changes the next "
            "answer, and the keys are turned twice at least. Turn each key once, in `append`.",
        ),
        Mistake(
            "turned-by-asking",
            TurnedByAsking,
            "Your `scores` keeps the keys turned, so the first answer is right and the next "
            "question turns them again. Asking must change nothing: keep the turned keys under a "
            "name of their own.",
        ),
        Mistake(
            "turned-by-the-held",
            TurnedByTheHeld,
            "You number the held keys 0, 1, 2 … when you read them, while the query goes by the "
            "keys seen. After `drop` the two no longer fit: the oldest held key stands at seen "
            "less held.",
        ),
        Mistake(
            "counted-by-the-held",
            CountedByTheHeld,
            "Your positions count the keys held, so after `drop` the next key gets a position that "
            "was given before. Count the keys seen; forgetting does not take back a position.",
        ),
        Mistake(
            "new-key-by-the-held",
            key_at(lambda cache: len(cache.keys)),
            "After `drop` a new key is turned to the number of keys held, while the query goes by "
            "the keys seen. Both go by the keys seen.",
        ),
        Mistake(
            "query-by-the-held",
            query_at(lambda cache: len(cache.keys) - 1),
            "After `drop` the query is turned to the number of keys held, while the keys keep "
            "their old positions. It stands where the newest key stands, and that counts the keys "
            "seen.",
        ),
        Mistake(
            "starts-again-after-drop",
            StartsAgainAfterDrop,
            "After `drop` your positions start again at 0. The text goes on, only its beginning is "
            "forgotten.",
        ),
        Mistake(
            "drop-counted-as-seen",
            dropping(drop_and_count),
            "Your `drop` moves the position on, as if keys had come. Dropping leaves the number of "
            "keys seen as it is.",
        ),
        Mistake(
            "query-one-on",
            query_at(lambda cache: cache.seen),
            "Your query is turned to the position after the newest key. It is turned to the newest "
            "key's own position: against that key the score is the plain product.",
        ),
        Mistake(
            "keys-counted-from-one",
            key_at(lambda cache: cache.seen + 1),
            "Your first key is turned to position 1, and the query is not counted that way. "
            "Against the newest key the score must be the plain product.",
        ),
        Mistake(
            "query-not-turned",
            query_at(lambda cache: 0),
            "Your query is not turned. It stands at the newest key's position.",
        ),
        Mistake(
            "keys-not-turned",
            key_at(lambda cache: 0),
            "Your keys are not turned, only the query is. Each key is turned to its own position.",
        ),
        Mistake(
            "nothing-turned",
            turning(lambda vector, position, base: np.array(vector, dtype=float)),
            "You return the plain products of query and keys: nothing is turned, or everything to "
            "one position, which cancels. Each key has a position of its own.",
        ),
        Mistake(
            "query-clockwise",
            query_at(lambda cache: 1 - cache.seen),
            "Your query turns clockwise and your keys counter-clockwise, so the scores depend on "
            "m + n. Both turn the same way.",
        ),
        Mistake(
            "keys-clockwise",
            key_at(lambda cache: -cache.seen),
            "Your keys turn clockwise and your query counter-clockwise, so the scores depend on "
            "m + n. Both turn the same way.",
        ),
        Mistake(
            "both-clockwise",
            turning(lambda vector, position, base: turned(vector, -position, base)),
            "Both query and keys turn clockwise, which gives the scores of keys ahead of the "
            "query. Turn counter-clockwise.",
        ),
        Mistake(
            "newest-dropped",
            dropping(drop_newest),
            "Your `drop` forgets the newest keys. The oldest go first: keys[count:].",
        ),
        Mistake(
            "that-many-kept",
            dropping(keep_that_many),
            "Your `drop` keeps `count` keys. It forgets the `count` oldest and keeps the rest: "
            "keys[count:].",
        ),
        Mistake(
            "one-dropped",
            dropping(lambda cache, count: right.drop(cache, 1)),
            "Your `drop` forgets one key whatever `count` says.",
        ),
        Mistake(
            "nothing-dropped",
            dropping(lambda cache, count: None),
            "Your `drop` forgets nothing. If it makes a shorter list, keep that list.",
        ),
        Mistake(
            "newest-first",
            of_scores(lambda scores, cache, query: scores[::-1]),
            "Your scores come newest key first. The oldest held key comes first.",
        ),
        Mistake(
            "divided-by-root-width",
            of_scores(lambda scores, cache, query: scores / len(query) ** 0.5),
            "You divide by the root of the width. Here the products are returned as they are.",
        ),
        Mistake(
            "softmax-taken",
            of_scores(
                lambda scores, cache, query: (
                    np.exp(scores - max(scores)) / np.sum(np.exp(scores - max(scores)))
                )
            ),
            "You return weights that add up to 1. Return the products, before any softmax.",
        ),
        Mistake(
            "newest-alone",
            of_scores(lambda scores, cache, query: scores[-1]),
            "You return the score of the newest key alone. Return one score for each held key.",
        ),
        Mistake(
            "base-for-the-query-alone",
            BaseForTheQueryAlone,
            "The query is turned by the base given, your keys by 10 000. Both go by self.base.",
        ),
        Mistake(
            "base-for-the-keys-alone",
            with_scores(lambda cache, query: cache.keys @ turned(query, cache.seen - 1, 10_000.0)),
            "The keys are turned by the base given, your query by 10 000. Both go by self.base.",
        ),
        Mistake(
            "halves",
            turning(
                lambda vector, position, base: turn_halves(
                    vector, position * pair_rates(len(vector), base)
                )
            ),
            "You turn components i and i + d/2. The pairs of this cache are adjacent, as in "
            "`rotate_rows`.",
        ),
        *ladder_mistakes(
            turn_with,
            "exponent-i-over-d",
            "pairs-from-one",
            "reaches-the-base",
            "width-halved-twice",
            "growing",
            "all-alike",
            "slowest-first",
            "base-ignored",
        ),
    )
