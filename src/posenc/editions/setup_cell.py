# Colours that colour-blind readers can tell apart and that differ in grey too; white behind figures
# in dark themes; words for those who cannot see them.
import base64
import html
import io

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import display

BLUE, ORANGE, GREEN, RED, PINK = "#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7"
plt.rcParams.update(
    {
        "figure.dpi": 100,
        "figure.facecolor": "white",
        "figure.constrained_layout.use": True,
        "axes.grid": True,
        "axes.titlesize": "medium",
        "grid.alpha": 0.3,
        "image.cmap": "cividis",
        "axes.prop_cycle": plt.cycler(color=[BLUE, ORANGE, GREEN, RED, PINK])
        + plt.cycler(linestyle=["-", "--", "-.", ":", (0, (5, 1))]),
    }
)


def show_figure(description):
    """Show the figure just drawn; `description` says to a screen reader what is to be seen."""
    picture = io.BytesIO()
    plt.savefig(picture, format="png", bbox_inches="tight")
    plt.close()
    data = base64.b64encode(picture.getvalue()).decode()
    tag = f'<img alt="{html.escape(description)}" src="data:image/png;base64,{data}">'
    display({"text/html": tag, "text/plain": description}, raw=True)
