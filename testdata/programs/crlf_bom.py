def solve_crlf(I):
    x1 = vmirror(I)

    return x1


def solve_bad(I):
    return vmirrow(I)
