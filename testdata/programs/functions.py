def solve_called_variable(I):
    x1 = rbind(fill, FIVE)
    x2 = compose(x1, vmirror)
    f = rbind(shift, UP)
    x4 = f(asindices(I))
    x5 = fill(I, TWO, x4)
    return x5


def solve_called_call(I):
    return fork(hconcat, identity, vmirror)(I)


def solve_alias(I):
    mirror = vmirror
    same = I
    return mirror(same)


def solve_op_value(I):
    return apply(vmirror, hsplit(I, 2))
