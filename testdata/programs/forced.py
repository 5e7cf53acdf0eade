# dialect: arc
def solve_common(S, I, C):
    return rot90(I)


def solve_foreign(S, I, C):
    return o_g(I, R5)
