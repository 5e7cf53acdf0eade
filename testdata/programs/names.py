def solve_unknown_op(I):
    x1 = objets(I, T, F, T)
    return x1


def solve_unknown_name(I):
    x1 = fill(I, TREE, asindices(I))
    x2 = fill(x1, THREE, xl)
    return x2


def solve_nothing_near(I):
    return quuxification(I)


def solve_three_errors_at_most(I):
    x1 = aaaaaaaaaa(I)
    x2 = bbbbbbbbbb(x1)
    x3 = cccccccccc(x2)
    x4 = dddddddddd(x3)
    return x4


def solve_before(I):
    x1 = vmirror(x2)
    x2 = hmirror(I)
    return x1


def solve_from_itself(I):
    x1 = vmirror(x1)
    return x1


def solve_twice(I):
    x1 = vmirror(I)
    x1 = hmirror(I)
    return x1


def solve_to_parameter(I):
    I = vmirror(I)
    return I


def solve_to_constant(I):
    ZERO = vmirror(I)
    return I


def solve_to_op(I):
    fill = vmirror(I)
    return I


def solve_hiding(fill):
    return fill


def solve_itself(I):
    return solve_itself(I)


def solve_other(I):
    return verify_0001(I)


def solve_frozenset(I):
    return frozenset()


def solve_not_a_function(I):
    x1 = I(THREE)
    x2 = THREE(I)
    return 3(I)


def solve_last_is_good(I):
    return vmirror(I)
