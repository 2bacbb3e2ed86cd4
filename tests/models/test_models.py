"""The course's definitions, held to the code of real models on small random arrays."""

import json
from pathlib import Path

import numpy as np
import pytest

from posenc.exercises.count_turns.out_of_range import out_of_range
from posenc.exercises.count_turns.stretched_base import stretched_base
from posenc.exercises.formulas import encoding, pair_rates, turn_adjacent, turn_halves
from posenc.exercises.rotate.partial_rotary import partial_rotary
from posenc.exercises.rotate.rotate_rows import rotate_rows

pytestmark = pytest.mark.models
COURSE = Path(__file__).resolve().parents[2]

# Named here, so that one that is missing is named in the reason.
for package in ("torch", "transformers", "llama_models", "fairscale", "rotary_embedding_torch"):
    pytest.importorskip(package, reason="make test-models installs it, and runs these tests")
make_model_numbers = pytest.importorskip("make_model_numbers")
models = pytest.importorskip("models")

# The models compute in single precision, angles included.
CLOSE = {"atol": 2e-3, "rtol": 0}
WIDTHS = (8, 64, 128)


def drawn(width: int) -> tuple[np.ndarray, list[int]]:
    """Five random rows at five random positions in no order."""
    random = np.random.default_rng(width)
    positions = random.choice(4000, size=5, replace=False)
    return random.standard_normal((5, width)), positions.tolist()


def angles(positions, width, base=10_000.0) -> np.ndarray:
    return np.outer(positions, pair_rates(width, base))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("base", [10_000.0, 500_000.0])
def test_original_llama_turns_adjacent_pairs(width, base):
    vectors, positions = drawn(width)
    theirs = models.by_original_llama(vectors, positions, base)
    assert np.allclose(theirs, rotate_rows(vectors, positions, base), **CLOSE)


@pytest.mark.parametrize("width", WIDTHS)
def test_gpt_j_turns_adjacent_pairs(width):
    vectors, positions = drawn(width)
    theirs = models.by_gpt_j(vectors, positions)
    assert np.allclose(theirs, rotate_rows(vectors, positions), **CLOSE)


@pytest.mark.parametrize("width", WIDTHS)
def test_rotary_embedding_torch_turns_adjacent_pairs(width):
    vectors, positions = drawn(width)
    theirs = models.by_rotary_embedding_torch(vectors, positions)
    assert np.allclose(theirs, rotate_rows(vectors, positions), **CLOSE)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("base", [10_000.0, 500_000.0])
def test_hugging_face_llama_turns_halves(width, base):
    vectors, positions = drawn(width)
    theirs = models.by_hugging_face_llama(vectors, positions, base)
    assert np.allclose(theirs, turn_halves(vectors, angles(positions, width, base)), **CLOSE)


@pytest.mark.parametrize("width", WIDTHS)
def test_gpt_neox_turns_halves(width):
    vectors, positions = drawn(width)
    theirs = models.by_gpt_neox(vectors, positions)
    assert np.allclose(theirs, turn_halves(vectors, angles(positions, width)), **CLOSE)


@pytest.mark.parametrize("width", WIDTHS)
def test_partial_rotary_turns_the_first_components_at_rates_of_their_own_width(width):
    """GPT-NeoX turns a quarter, by halves; with its components in our order it is ours."""
    vectors, positions = drawn(width)
    turned = width // 4
    order = np.arange(width)
    order[0:turned:2], order[1:turned:2] = np.arange(turned // 2), np.arange(turned // 2, turned)
    theirs = models.by_gpt_neox(vectors, positions, share=0.25)[:, order]
    ours = partial_rotary(vectors[:, order], positions, turned)
    assert np.allclose(theirs, ours, **CLOSE)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_two_conventions_differ(width):
    vectors, positions = drawn(width)
    adjacent = turn_adjacent(vectors, angles(positions, width))
    assert not np.allclose(models.by_hugging_face_llama(vectors, positions), adjacent, atol=0.1)


@pytest.mark.parametrize("width", WIDTHS)
def test_sinusoids_are_those_of_distilbert_and_of_ctrl_reordered(width):
    count = 300
    ours = np.array([encoding(position, width, 10_000.0) for position in range(count)])
    assert np.allclose(models.sinusoids_of_distilbert(count, width), ours, **CLOSE)
    sines_first = np.concatenate([ours[:, 0::2], ours[:, 1::2]], axis=1)
    assert np.allclose(models.sinusoids_of_ctrl(count, width), sines_first, **CLOSE)


@pytest.mark.parametrize("width", WIDTHS)
def test_linear_scaling_divides_every_rate(width):
    theirs = models.scaled_rates("linear", width, factor=4.0)
    assert np.allclose(theirs, pair_rates(width, 10_000.0) / 4, rtol=1e-5)


@pytest.mark.parametrize("width", WIDTHS)
def test_ntk_aware_scaling_stretches_the_base(width):
    """The dynamic form at four times the trained length stretches by 4 · 4 - 3 = 13."""
    theirs = models.scaled_rates("dynamic", width, factor=4.0, length=4 * 4096)
    ours = pair_rates(width, stretched_base(10_000.0, 13.0, width))
    assert np.allclose(theirs, ours, rtol=1e-5)


def lesson_functions(lesson: str) -> dict:
    """What the handed-out cells of a lesson define."""
    namespace = {"np": np}
    place = COURSE / "notebooks" / f"{lesson}.ipynb"
    for cell in json.loads(place.read_text(encoding="utf-8"))["cells"]:
        if "given" in cell["metadata"].get("tags", []):
            exec("".join(cell["source"]), namespace)
    return namespace


@pytest.mark.parametrize("width", [64, 128])
@pytest.mark.parametrize("factor", [2.0, 4.0])
def test_lesson_7_writes_yarn_as_it_is(width, factor):
    theirs = models.scaled_rates("yarn", width, factor=factor)
    ours = lesson_functions("07_count_turns")["yarn_rates"](4096, factor, width)
    assert np.allclose(theirs, ours, rtol=1e-5)


@pytest.mark.parametrize("width", [64, 128])
def test_lesson_7_writes_llama_3_1_as_it_is(width):
    llama = lesson_functions("07_count_turns")["llama_3_1_rates"]
    theirs = models.llama_3_1_rates(width)
    assert np.allclose(theirs, llama(8192, 8, width, 500_000.0), rtol=1e-5)
    again = models.scaled_rates(
        "llama3",
        width,
        base=500_000.0,
        trained=8192,
        factor=8.0,
        low_freq_factor=1.0,
        high_freq_factor=4.0,
    )
    assert np.allclose(theirs, again, rtol=1e-5)


@pytest.mark.parametrize("name", ["yarn", "llama3"])
def test_both_do_what_by_parts_asks_for(name):
    """Fast pairs keep their rates; no pair goes beyond the angles it had in training."""
    trained, wanted, width = 4096, 4 * 4095 + 1, 64
    settings = {"low_freq_factor": 1.0, "high_freq_factor": 4.0} if name == "llama3" else {}
    new = models.scaled_rates(name, width, factor=4.0, **settings)
    old = pair_rates(width, 10_000.0)
    fast = old * (trained - 1) / (2 * np.pi) >= 32
    assert np.allclose(new[fast], old[fast], rtol=1e-5)
    # Single precision makes some of the squeezed rates a hair larger.
    assert len(out_of_range(trained, wanted, new * (1 - 1e-6), old)) == 0


def test_the_numbers_kept_for_lesson_8_are_what_the_packages_give():
    kept = json.loads(make_model_numbers.FILE.read_text(encoding="utf-8"))
    made = make_model_numbers.model_numbers()
    assert kept["vector"] == made["vector"] and kept["positions"] == made["positions"]
    for name, rows in made["turned"].items():
        assert np.allclose(kept["turned"][name], rows, atol=2e-4), name
