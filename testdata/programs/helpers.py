# Functions that programs call: their lines take the place of the call.


def biggest(grid, diagonal):
    parts = objects(grid, T, diagonal, T)
    return argmax(parts, size)


def solve_11111111(I):
    piece = biggest(I, F)
    second = biggest(diagonal=T, grid=I)
    O = subgrid(combine(piece, second), I)
    return O


# Defined below its use, with a function as an argument; the same call is one step.
def solve_22222222(I):
    return hconcat(twice(rot90, I), twice(rot90, I))


def twice(f, x): return f(f(x))


# Python that no program calls is nobody's business.
def unused(grid):
    for row in grid:
        print(row)


def solve_33333333(I):
    return loops(I)


def loops(grid):
    rows = grid
    for row in grid:
        rows = row
    return rows


def solve_44444444(I):
    return endless(I)


def endless(x):
    y = again(x)
    return y


def again(x):
    return endless(x)


def solve_55555555(I):
    return apply(twice, I)


def solve_66666666(I):
    a = biggest(I)
    b = biggest(I, F, T)
    c = biggest(I, colour=T)
    return a


def solve_77777777(I):
    return unclear(I)


def unclear(x):
    x = rot90(x)
    return x


@cached
def remembered(x):
    return x


def solve_88888888(I):
    return remembered(I)


def solve_99999999(I):
    return bigest(I, F)


# The dialect is told by what helpers call, too.
def solve_aaaaaaaa(I):
    return turned(I)


def turned(grid):
    return mir_rot_t(grid, R1)
