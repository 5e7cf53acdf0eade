"""A batt as people leave it after an edit: odd names, nested calls, lines that nobody needs."""
from arcbatt.dsl_batt import *


def batt(task_id, S, I, C, log_path):
    """Two solvers and a differ."""
    x1 = p_g(I)  # first seen in differ_palette
    x2 = p_g(C)
    spare = vmirror_t(I)
    x3 = astuple(equality(x1, x2), ())
    turned = rot180(hmirror_t(I))
    x6 = p_g(turned)
    score = equality(x6, x2)
    x8 = astuple(score, ())
    o = (
        (99, True, "turned", turned),
        (0, False, 'same', I),
    )
    s = (
        (3, None, "palette", x3), (8, "turned", "palette", x8),
    )
    return o, s


def solve_after(I):
    return hmirror_t(I)
