# An import tells the dialect of the functions after it.
def solve_before(I):
    return vmirror(I)


from arcbatt.dsl_batt import *


def solve_after(I):
    return vmirror_t(I)


def solve_both(I):
    return identity(I)


from arcbatt.dsl import *  # and now the other one


def solve_other(S, I, C):
    return identity(I)


def solve_wrong(S, I, C):
    return o_g(I, R5)
