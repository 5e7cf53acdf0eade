def solve_samples(S, I, C):
    x1 = c_iz_n(S, p_g, get_nth_t)
    x2 = o_g(I, R5)
    x3 = get_arg_rank_f(x2, size, F0)
    return subgrid(x3, I)


def differ_equal(S, I, C):
    return astuple(equality(I, C), ())


def solve_batt_by_op(I):
    return subgrid(get_arg_rank_f(o_g(I, R5), size, L1), I)


def solve_batt_by_constant(I):
    return replace(I, BLACK, RED)


def solve_arc_by_op(S, I, C):
    return canvas(mostcolor(I), shape(I))


def solve_optional(S, I, C):
    x1 = get_nth_by_key_t(I, F0)
    x2 = get_nth_by_key_t(I, F0, size)
    return astuple(x1, x2)


def solve_reads_c(S, I, C):
    x1 = vmirror_t(C)
    return x1


def solve_mixed(I):
    x1 = mostcolor(I)
    x2 = o_g(I, R5)
    return x2


def solve_wrong_suffix(I):
    return combine(vmirror_t(I), vmirror(I))
