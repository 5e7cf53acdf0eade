def solve_unclosed(I):
    x1 = objects(I, T, F, T
    return x1

def solve_good_1(I):
    return vmirror(I)

this line is no Python at all
and this one isn't either

def solve_string(I):
    x1 = "never closed
    return I

def solve_bracket(I):
    x1 = vmirror(I]
    return x1

def solve_unclosed_again(I):
    x1 = vmirror(hmirror(I)
    x2 = vmirror(I)
    return x2

def solve_good_2(I):
    return hmirror(I)

def solve_indented(I):
    x1 = vmirror(I)
      x2 = vmirror(I)
    return x2

def solve_dedented(I):
    x1 = vmirror(I)
  x2 = vmirror(I)
    return x2

def solve_character(I):
    x1 = vmirror(I) ? hmirror(I)
    return x1

def solve_good_3(I):
    return rot90(I)
?
def
def solve_unfinished(
