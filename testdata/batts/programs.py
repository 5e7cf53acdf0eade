# Two programs that share lines, one that is its input, and a differ of our own.
def solve_0478b356(S, I, C):
    x1 = o_g(I, R5)
    x2 = sfilter_f(x1, square_f)
    x3 = mapply_f(inbox, x2)
    O = fill(I, YELLOW, x3)
    return O


def solve_16356251(S, I, C):
    x1 = o_g(I, R5)
    x2 = sfilter_f(x1, square_f)
    x3 = rbind(size_f, ONE)
    x4 = merge_f(x2)
    O = fill(I, RED, x4)
    return O


def solve_2099cb8f(S, I, C):
    return I


def differ_same(S, I, C):
    x1 = equality(I, C)
    x2 = multiply(x1, 1000)
    O = astuple(x2, ())
    return O
