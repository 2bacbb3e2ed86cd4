"""File names as learning platforms export them, for ``nbgrader zip_collect``."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

from nbgrader.plugins import FileNameCollectorPlugin
from traitlets import List, Unicode

# What a browser or a platform adds to a name that it has seen before.
COPY = re.compile(r"( ?\(\d+\)|-\d+|_copy)+$")


class PlatformNames(FileNameCollectorPlugin):
    """For ``ZipCollectApp.collector_plugin``: the learner and the notebook from a file's name."""

    patterns = List(
        Unicode(),
        [
            # Blackboard: 06_rotate_adal_attempt_2026-11-30-10-15-00_rotate.ipynb
            r".*?_(?P<student_id>[^_]+)_attempt_(?P<timestamp>[\d-]{10,19})_(?P<file_id>.+)",
            # Moodle: Ada Lovelace_1234567_assignsubmission_file_rotate.ipynb, or a folder of it
            r"(?P<student_id>[^_]+_\d+)_assignsubmission_file_([^/]*/)?(?P<file_id>[^/]+)",
            # Canvas: lovelaceada_LATE_12345_678901_rotate-1.ipynb
            r"(?P<student_id>[^_]+)(_LATE)?_\d+_\d+_(?P<file_id>.+)",
        ],
        help="Regular expressions with the groups student_id and file_id; the first that fits.",
    ).tag(config=True)

    def _match(self, filename: str) -> dict | None:
        place = Path(filename)
        names = [place.name, f"{place.parent.name}/{place.name}"]
        # One that was set by nbgrader's own option comes first, and sees the whole path as always.
        tries = [(self.named_regexp, filename)] if self.named_regexp else []
        for pattern, name in [*tries, *itertools.product(self.patterns, names)]:
            if found := re.match(pattern, name):
                groups = {name: text for name, text in found.groupdict().items() if text}
                groups["student_id"] = re.sub(r"\s+", "_", groups["student_id"].strip())
                groups["file_id"] = COPY.sub("", groups["file_id"].removesuffix(".ipynb"))
                if "timestamp" in groups:
                    groups["timestamp"] = readable(groups["timestamp"])
                return groups
        return None


def readable(timestamp: str) -> str:
    """``2026-11-30-10-15-00`` as nbgrader reads it; of what is shorter only the day."""
    parts = timestamp.split("-")
    day, clock = "-".join(parts[:3]), ":".join(parts[3:6])
    return f"{day} {clock or '00:00:00'} UTC"
