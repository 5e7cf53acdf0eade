def solve_if(I):
    if I:
        return I
    return vmirror(I)


def solve_for(I):
    x1 = vmirror(I)
    for x in x1:
        pass
    return x1


def solve_pass(I):
    pass


def solve_lambda(I):
    return apply(lambda x: x, I)


def solve_plus(I):
    x1 = height(I)
    x2 = x1 + ONE
    return canvas(ZERO, x2)


def solve_minus(I):
    return canvas(ZERO, astuple(height(I) - 1, -width(I)))


def solve_negated(I):
    return shift(I, -width(I))


def solve_not(I):
    return branch(not T, I, I)


def solve_and(I):
    return branch(T and F, I, I)


def solve_attribute(I):
    return dsl.vmirror(I)


def solve_subscript(I):
    return I[0]


def solve_comprehension(I):
    return merge(vmirror(x) for x in I)


def solve_list(I):
    return merge([I, I])


def solve_set(I):
    return frozenset({})


def solve_conditional(I):
    return I if T else I


def solve_string(I):
    return fill(I, "red", I)


def solve_starred(I):
    return astuple(*I)


def solve_none(I):
    return fill(I, None, I)


def solve_float(I):
    return upscale(I, 1.5)


def solve_large(I):
    return upscale(I, 9223372036854775808)


def solve_octal(I):
    return upscale(I, 007)


def solve_walrus(I):
    return vmirror(y := I)


def solve_chain(I):
    x = y = vmirror(I)
    return x


def solve_unpack(I):
    a, b = hsplit(I, 2)
    return a


def solve_augmented(I):
    x = vmirror(I)
    x += I
    return x


def solve_to_subscript(I):
    I[0] = ZERO
    return I


def solve_to_attribute(I):
    I.x = ZERO
    return I


def solve_bare_name(I):
    I
    return I


def solve_annotation_only(I):
    x: Grid
    return I


def solve_unused_call(I):
    vmirror(I)
    return I


def solve_nested_def(I):
    def inner(x):
        return x
    return inner(I)


def solve_import(I):
    import os
    return I


def solve_yield(I):
    return (yield I)


def solve_missing_operand(I):
    return fill(I, , I)


def solve_two_operands(I):
    return fill(I I)
