"""What a learner reads for each thing that can go wrong, read through the public door."""

import re
import time
import warnings

import numpy as np
import pytest

from posenc import check
from posenc.checking import find_verdict
from posenc.checking.calling import CHECK_SECONDS
from posenc.checking.comparing import alike
from posenc.checking.exchange import Outcome
from posenc.exercises import find_exercise

right_pair = find_exercise("rotate_pair").answer
right_rotate = find_exercise("rotate").answer
right_rows = find_exercise("rotate_rows").answer


def message_of(name, function, seed=1):
    with pytest.raises(AssertionError) as caught:
        check(name, function, seed=seed)
    return str(caught.value)


def test_a_right_function_is_told_so_with_its_seed(capsys):
    check("rotate_pair", right_pair)
    assert re.fullmatch(r"rotate_pair: right\. \d+ cases, seed \d+\.\n", capsys.readouterr().out)


def test_a_function_is_found_by_its_name_in_the_calling_notebook(capsys):
    namespace = {"rotate_pair": right_pair, "check": check}
    exec("check('rotate_pair')", namespace)
    assert "right" in capsys.readouterr().out


def test_each_run_draws_anew(capsys):
    for _ in range(5):
        check("rotate_pair", right_pair)
    assert len(set(re.findall(r"seed (\d+)", capsys.readouterr().out))) > 1


def test_a_seed_repeats_a_failure_exactly(monkeypatch):
    def wrong(vector, position, base=10_000.0):
        return right_rotate(vector, position + 0.5, base)

    first = message_of("rotate", wrong, seed=83421)
    assert first == message_of("rotate", wrong, seed=83421)
    assert first != message_of("rotate", wrong, seed=83422)
    assert 'check("rotate", seed=83421)' in first
    monkeypatch.setenv("POSENC_SEED", "83421")
    assert first == message_of("rotate", wrong, seed=None)


@pytest.mark.parametrize("seed", ["abc", "-3", "1.5"])
def test_a_bad_seed_in_the_environment_is_explained(monkeypatch, seed):
    monkeypatch.setenv("POSENC_SEED", seed)
    with pytest.raises(ValueError, match="POSENC_SEED must be a whole number"):
        check("rotate_pair", right_pair)


@pytest.mark.parametrize("seed", [-1, 1.5, "7", True])
def test_a_bad_seed_is_explained(seed):
    with pytest.raises(ValueError, match="seed must be a whole number"):
        check("rotate_pair", right_pair, seed=seed)


def test_an_unknown_exercise_offers_near_names():
    with pytest.raises(LookupError, match="Did you mean rotate_pair"):
        check("rotate_pears")


def test_a_name_without_quotes_is_explained():
    with pytest.raises(TypeError, match="in quotes"):
        check(right_pair)


def test_a_function_that_is_not_there():
    message = message_of("rotate_pair", None)
    assert "There is no function called `rotate_pair` here." in message


def test_something_that_is_no_function():
    assert "not a function but of type int" in message_of("rotate_pair", 3)


def test_an_untouched_stub_raises_not_implemented_error():
    def rotate_pair(x0, x1, angle):
        raise NotImplementedError()

    with pytest.raises(NotImplementedError, match="is not written yet"):
        check("rotate_pair", rotate_pair)


def test_too_few_arguments():
    message = message_of("rotate_pair", lambda x0, x1: (x0, x1))
    assert "It takes (x0, x1)" in message
    assert "rotate_pair(x0=1.0, x1=0.0, angle=" in message


def test_a_base_without_its_default():
    message = message_of("rotate", lambda vector, position, base: right_rotate(vector, position))
    assert "missing a required argument: 'base'" in message


def test_an_exception_shows_the_learners_line():
    def rotate_pair(x0, x1, angle):
        return x0 / 0, x1

    message = message_of("rotate_pair", rotate_pair)
    assert "It raised ZeroDivisionError: " in message
    assert "`return x0 / 0, x1`" in message
    assert "Traceback" not in message


def test_endless_recursion():
    def rotate_pair(x0, x1, angle):
        return rotate_pair(x0, x1, angle)

    assert "It calls itself without end" in message_of("rotate_pair", rotate_pair)


def test_leaving_the_program_is_an_error_like_any_other():
    def rotate_pair(x0, x1, angle):
        raise SystemExit(3)

    assert "It raised SystemExit" in message_of("rotate_pair", rotate_pair)


def loops(x0, x1, angle):
    while True:
        pass


def loops_and_swallows_everything(x0, x1, angle):
    while True:
        try:
            time.sleep(0.01)
        except:  # noqa: E722
            continue


def counts_and_swallows_everything(x0, x1, angle):
    count = 0
    while True:
        try:
            count += 1
            count -= 1
        except:  # noqa: E722
            pass


@pytest.mark.parametrize(
    "function", [loops, loops_and_swallows_everything, counts_and_swallows_everything]
)
def test_a_call_that_does_not_return_is_stopped(function):
    begin = time.monotonic()
    assert "had not returned after 2 seconds" in message_of("rotate_pair", function)
    assert time.monotonic() - begin < 20


def raises_what_cannot_be_shown(x0, x1, angle):
    class Silent(Exception):
        def __str__(self):
            raise RuntimeError

    raise Silent


def raises_a_generator_exit(x0, x1, angle):
    raise GeneratorExit


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (raises_what_cannot_be_shown, "It raised Silent"),
        (raises_a_generator_exit, "It raised GeneratorExit"),
        (lambda x0, x1, angle: (10**400, 1), "a number too large to compare"),
        (lambda x0, x1, angle: np.zeros((0, 4)), "shape (0, 4)"),
        (lambda x0, x1, angle: "x" * 5000, "the text 'xxx"),
    ],
)
def test_odd_behaviour_gets_a_sentence_too(function, sentence):
    message = message_of("rotate_pair", function)
    assert sentence in message and len(message) < 1500


def test_wrong_words_to_check_itself_are_shown_without_a_traceback():
    for arguments in (("rotat",), (right_pair,), ("rotate_pair", right_pair)):
        with pytest.raises((LookupError, TypeError, ValueError)) as caught:
            check(*arguments, seed=-1 if len(arguments) == 2 else None)
        assert caught.value._render_traceback_()


def test_a_slow_function_is_told_so_with_its_seed(monkeypatch):
    def rotate_pair(x0, x1, angle):
        time.sleep(0.1)
        return right_pair(x0, x1, angle)

    monkeypatch.setattr("posenc.checking.CHECK_SECONDS", 1.0)
    message = " ".join(message_of("rotate_pair", rotate_pair, seed=5).split())
    assert "too slow" in message and f"took {CHECK_SECONDS:g} seconds" in message
    assert "seed=5" in message


def test_a_handed_function_does_not_tell_its_name():
    def score_spread(score, query, key, gap, starts):
        return score(query)

    message = message_of("score_spread", score_spread)
    assert "missing" in message and "ramp" not in message


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        (None, "nothing (None). Is a `return` missing, or"),
        ("1.0", "the text '1.0'"),
        ({1.0, 2.0}, "a set."),
        ([1.0, None], "a list that holds None"),
        ([1.0, [2.0, 3.0]], "parts have different lengths"),
        ((1.0 + 0j, 2.0), "complex numbers"),
        (iter([1.0, 2.0]), "a list_iterator"),
    ],
)
def test_results_of_a_wrong_type(result, sentence):
    message = message_of("rotate_pair", lambda x0, x1, angle: result)
    assert "It returned" in message and sentence in message


def test_a_wrong_shape():
    message = message_of("rotate", lambda vector, position, base=1e4: np.zeros(3))
    assert "The result has shape (3,); it should be (2,)." in message


def test_an_array_of_one_is_not_a_number():
    right = find_exercise("rotary_score").answer
    message = message_of("rotary_score", lambda *arguments: np.array([right(*arguments)]))
    assert "It returned an array of shape (1,); one number is due." in message


def test_an_index_array_of_floats_is_refused_where_all_else_is_right():
    right = find_exercise("halves_order").answer
    message = message_of("halves_order", lambda width: right(width) * 1.0)
    assert "they are floats" in message and "dtype=int" in message
    check("halves_order", lambda width: right(width).tolist())


def test_booleans_are_shown_as_such():
    message = message_of("positions_from_mask", lambda mask: np.zeros(mask.shape))
    assert "[True, True, True]" in message


def test_a_difference_among_three_axes_is_shown_by_its_index():
    right = find_exercise("add_batch_encoding").answer

    def add_batch_encoding(embeddings, base=10_000.0):
        added = right(embeddings, base)
        added[0, 1:, 0] += 7
        return added

    assert "[0, 1, 0] differs" in message_of("add_batch_encoding", add_batch_encoding)


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        ("True", "the text 'True'. Return True or False."),
        (None, "nothing (None). Is a `return` missing, or does a loop end before it?"),
        ([True], "a list or an array, of shape (1,). Return True or False, with nothing round it."),
        ({True}, "a set. Return True or False."),
        (np.nan, "The result holds NaN"),
    ],
)
def test_where_true_or_false_is_due_no_number_is_asked_for(result, sentence):
    message = " ".join(message_of("keeps_length", lambda rotate_rows: result).split())
    assert sentence in message
    assert "number is due" not in message and "Return numbers" not in message
    assert "expected" not in message and "you gave" not in message


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        (None, 'If the word "none" is meant, return it in quotes.'),
        (("none",), 'of shape (1,). Return one of the words "none", "changes length", "position'),
        ("None", 'the text \'None\'. The words it may return are "none", "changes length",'),
        ({"none"}, 'a set. Return one of the words "none", "changes length",'),
        ([], "of shape (0,). Return one of the words"),
        (0, "yours is 0."),
    ],
)
def test_where_a_word_is_due_no_number_is_asked_for(result, sentence):
    message = " ".join(message_of("find_fault", lambda rotate_rows: result).split())
    assert sentence in message
    assert "number" not in message and "expected" not in message and "you gave" not in message


def test_not_a_number_in_the_result():
    message = message_of("rotate_pair", lambda x0, x1, angle: (x0 * np.nan, x1))
    assert "The result holds NaN" in message


def test_changed_inputs_are_named():
    def rotate_rows(vectors, positions, base=10_000.0):
        turned = right_rows(vectors, positions, base)
        vectors *= 0
        return turned

    message = message_of("rotate_rows", rotate_rows)
    assert "It changes its input: after the call `vectors`" in message


def test_an_odd_width_must_be_refused_by_name():
    def silent(vector, position, base=10_000.0):
        return np.zeros(3) if len(vector) % 2 else right_rotate(vector, position, base)

    def nameless(vector, position, base=10_000.0):
        if len(vector) % 2:
            raise ValueError("the width is odd")
        return right_rotate(vector, position, base)

    def unasked(vector, position, base=10_000.0):
        return right_rotate(vector, position, base) if len(vector) % 2 == 0 else [][3]

    assert "This call must raise ValueError" in message_of("rotate", silent)
    assert "the message must name 3" in message_of("rotate", nameless)
    assert "It raised IndexError" in " ".join(message_of("rotate", unasked).split())


def test_warnings_and_prints_never_change_a_verdict(capsys):
    def noisy(x0, x1, angle):
        print("thinking")
        warnings.warn("careful", stacklevel=1)
        np.log(np.array([0.0]))
        return right_pair(x0, x1, angle)

    with warnings.catch_warnings(), np.errstate(all="raise"):
        warnings.simplefilter("error")
        check("rotate_pair", noisy)
    out, err = capsys.readouterr()
    assert "right" in out and "thinking" not in out and not err


def test_what_a_failing_call_printed_is_shown():
    def rotate_pair(x0, x1, angle):
        print("the cosine is", round(float(np.cos(angle)), 3))
        return x0, x1 * 7

    assert "In this call it printed:\n    the cosine is" in message_of("rotate_pair", rotate_pair)


def test_the_message_comes_first_then_the_call_then_the_seed():
    message = message_of("rotate_pair", lambda x0, x1, angle: right_pair(x0, x1, -angle))
    headline, hint, call, repeat = message.split("\n\n", 2)[:2] + message.rsplit("\n\n", 2)[-2:]
    assert headline == "rotate_pair: not yet."
    assert hint.startswith("It turns the other way")
    assert "expected" in message and "you gave" in call and "^" in call
    assert repeat.startswith("Case ")


def test_the_first_differing_component_is_marked():
    def rotate_rows(vectors, positions, base=10_000.0):
        turned = right_rows(vectors, positions, base)
        turned[-1, -1] += 1 if len(turned) == 2 else 0
        return turned

    lines = message_of("rotate_rows", rotate_rows).splitlines()
    expected, given, mark = (
        next(line for line in lines if line.strip().startswith(word))
        for word in ("expected", "you gave", "^")
    )
    place = mark.index("^")
    assert expected[place:].split()[0] != given[place:].split()[0]
    assert expected[:place].split()[1:] == given[:place].split()[2:]
    assert "row 1, component 3 differs" in mark


def test_two_mistakes_at_once_match_nothing():
    def both(vector, position, base=10_000.0):
        angles = -position * base ** (-np.arange(len(vector) // 2) / len(vector))
        turned = np.empty(len(vector))
        turned[0::2], turned[1::2] = right_pair(vector[0::2], vector[1::2], angles)
        return turned

    message = message_of("rotate", both)
    assert not any(mistake.hint[:40] in message for mistake in find_exercise("rotate").mistakes)


def test_an_earlier_exercise_at_the_bottom_of_it_is_named_first():
    def clockwise(x0, x1, angle):
        return right_pair(x0, x1, -angle)

    namespace = {
        "check": check,
        "rotate_pair": clockwise,
        "rotate": lambda vector, position, base=1e4: right_rotate(vector, -position, base),
    }
    with pytest.raises(AssertionError) as caught:
        exec("check('rotate', seed=3)", namespace)
    second = str(caught.value).split("\n\n")[1]
    assert second.startswith("It builds on `rotate_pair`, which does not pass its check.")


def test_in_a_notebook_the_message_stands_alone():
    with pytest.raises(AssertionError) as caught:
        check("rotate_pair", lambda x0, x1, angle: (x0, x1), seed=1)
    shown = "\n".join(caught.value._render_traceback_())
    assert "rotate_pair: not yet." in shown.splitlines()[0]
    assert "Traceback" not in shown and ".py" not in shown


@pytest.mark.parametrize("kind", ["list", "tuple", "integers where whole", "no axes", "float32"])
def test_results_of_any_number_type_are_accepted(kind):
    wrap = {
        "list": lambda result: result.tolist(),
        "tuple": lambda result: tuple(result.tolist()),
        "integers where whole": lambda result: result.astype(object),
        "no axes": lambda result: [np.asarray(each) for each in result],
        "float32": lambda result: result.astype(np.float32),
    }[kind]
    check("rotate", lambda *arguments: wrap(right_rotate(*arguments)))


@pytest.mark.parametrize("message", ["not 4857", "not 4,857", "not 4 857", "not 4\u202f857"])
def test_numbers_in_messages_may_be_grouped(message):
    from posenc.checking.comparing import numbers_in

    assert "4857" in numbers_in(message)


@pytest.mark.parametrize(
    ("one", "other"),
    [(0.0, -np.inf), (0.0, np.inf), (-np.inf, np.inf), (-1e9, -np.inf), (np.nan, 0.0)],
)
def test_infinities_are_like_nothing_else(one, other):
    def outcome(value):
        return Outcome(np.array([1.0, value]))

    for first, second in ((one, other), (other, one)):
        assert not alike(outcome(first), outcome(second), lambda value: 1.0)
    assert alike(outcome(other), outcome(other), lambda value: 1.0)


def test_a_long_story_is_shown_by_its_beginning_and_end():
    class Forgetful(find_exercise("KeyCache").answer):
        def append(self, key):
            super().append(np.zeros(6) if self.seen == 62 else key)

    said = message_of("KeyCache", Forgetful)
    assert "cache = KeyCache(width=6)" in said and "steps more" in said
    assert len(said.splitlines()) < 35


@pytest.mark.parametrize(
    ("above", "mistake"),
    [
        (lambda gap, slope: 0 * gap, "nothing-hidden"),
        (lambda gap, slope: -slope * gap, "formula-everywhere"),
        (lambda gap, slope: -slope * abs(gap), "distance-both-ways"),
        (lambda gap, slope: -1e9, "very-large-negative-number"),
        (lambda gap, slope: -77.0, ""),
    ],
)
def test_a_number_in_place_of_an_infinity_is_no_infinity(above, mistake):
    def alibi_bias(count, slope):
        gap = np.subtract.outer(np.arange(count), np.arange(count))
        return np.where(gap >= 0, -slope * gap, above(gap, slope))

    assert find_verdict("alibi_bias", {"alibi_bias": alibi_bias}, 1).mistake == mistake


def test_an_infinity_of_the_wrong_sign_is_called_that():
    def alibi_bias(count, slope):
        gap = np.subtract.outer(np.arange(count), np.arange(count))
        return np.where(gap >= 0, -slope * gap, np.inf)

    message = message_of("alibi_bias", alibi_bias)
    assert "The result holds plus infinity where minus infinity is due." in message
