"""Programs in line form."""
from dsl import *

LIMIT = 3


def helper(x):
    return [y for y in x if y > 0]


class Other:
    def solve_nested(self, I):
        return I


def verify_0001(I: Grid) -> Grid:
    x0 = objects(I, T, F, T)
    x1 = argmax(x0, size)
    x2 = subgrid(x1, I)
    x3 = vmirror(x2)
    return x3


# Variable names and the order of lines do not matter: the same program again.
def verify_0002(grid):
    """With a docstring."""
    unused = hmirror(grid)
    big = argmax(objects(grid, T, F, T), size)
    return vmirror(subgrid(big, grid))


def solve_identity(I):
    return I


def solve_constant(I):
    return THREE_BY_THREE


if __name__ == "__main__":
    print(f"{LIMIT:>3}")
