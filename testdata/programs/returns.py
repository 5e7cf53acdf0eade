def solve_no_return(I):
    x1 = vmirror(I)


def solve_return_not_last(I):
    x1 = vmirror(I)
    return x1
    x2 = hmirror(I)


def solve_two_returns(I):
    return I
    return I


def solve_empty_return(I):
    return


def solve_only_docstring(I):
    """Nothing else."""


def solve_no_body(I):

def solve_one_line(I): return I
