"""Write model_numbers.json: one small vector turned by the code of real models.

`make model-numbers` runs it, with the packages of the extra `models`. Lesson 8 shows these numbers,
and tests hold lesson, file and packages together.
"""

import json
from pathlib import Path

import numpy as np
from models import ROTATIONS, installed_versions

FILE = Path(__file__).with_name("model_numbers.json")
VECTOR = [1.0, 0.0, 2.0, 0.5, -1.0, 3.0, 0.25, -2.0]
POSITIONS = [3, 100]


def model_numbers() -> dict:
    """What each model makes of `VECTOR` at each of `POSITIONS`, to four decimals."""
    vectors = np.array([VECTOR] * len(POSITIONS))
    turned = {name: rotate(vectors, POSITIONS) for name, rotate in ROTATIONS.items()}
    return {
        "made_with": installed_versions(),
        "vector": VECTOR,
        "positions": POSITIONS,
        # Adding zero turns -0.0 into 0.0.
        "turned": {name: (np.round(rows, 4) + 0.0).tolist() for name, rows in turned.items()},
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(model_numbers(), indent=1) + "\n", encoding="utf-8")
