def solve_too_few(I):
    x1 = objects(I, T, F)
    return x1


def solve_too_many(I):
    return vmirror(I, I)


def solve_none(I):
    return vmirror()


def solve_optional(S, I, C):
    return get_nth_by_key_t(I)
