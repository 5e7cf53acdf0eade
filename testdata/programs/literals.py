def solve_numbers(I):
    a = fill(I, 3, ofcolor(I, 0x0_A))
    b = replace(a, -2, 0b101)
    c = replace(b, -9223372036854775808, 1_000)
    return canvas(7, (3, 0o3))


def solve_pairs(I):
    up = shift(asobject(I), (-1, 0))
    far = shift(up, (4, -17))
    return paint(I, far)


def solve_booleans(I):
    return merge(objects(I, True, False, True))


def solve_nested_tuples(I):
    return ((0, 1), (2, 3), (), (True,))


def solve_tuple_of_values(I):
    one = (I,)
    two = (I, 3)
    three = I, vmirror(I), ((1, 2), 3)
    return (one, two, three, ())
