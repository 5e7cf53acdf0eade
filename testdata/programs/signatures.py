def solve_two(S, I):
    return I


def solve_none():
    return vmirror(I)


def solve_default(I=None):
    return I


def solve_star(*I):
    return I


def solve_same(I, I, C):
    return I


def solve_(I):
    return I


def solve_again(I):
    return vmirror(I)


def solve_again(I):
    return hmirror(I)


@cached
def solve_decorated(I):
    return I


@cached
def helper(I):
    return I


def solve_annotated(I: dict[str, tuple[int, ...]], ) -> "Grid":
    return I
