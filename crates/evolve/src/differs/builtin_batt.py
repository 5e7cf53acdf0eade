# The built-in differs: what is still wrong with a candidate I, seen against the target C.
#
# Each gives (score, detail). A score of 1000 is perfect; the detail is () when there is nothing to show.
# The functions of this name in builtin_arc.py say the same in the other dialect.


# Colours that only the candidate has.
def differ_extra_colours(S, I, C):
    x1 = palette_t(I)
    x2 = palette_t(C)
    x3 = difference(x1, x2)
    x4 = size_f(x3)
    x5 = multiply(x4, 100)
    x6 = subtract(1000, x5)
    x7 = positive(x6)
    x8 = multiply(x6, x7)
    x9 = totuple(x3)
    x10 = first_t(x9)
    O = astuple(x8, x10)
    return O


# Colours that only the target has.
def differ_missing_colours(S, I, C):
    x1 = palette_t(C)
    x2 = palette_t(I)
    x3 = difference(x1, x2)
    x4 = size_f(x3)
    x5 = multiply(x4, 100)
    x6 = subtract(1000, x5)
    x7 = positive(x6)
    x8 = multiply(x6, x7)
    x9 = totuple(x3)
    x10 = first_t(x9)
    O = astuple(x8, x10)
    return O


# Objects of one cell that only the candidate has.
def differ_extra_dots(S, I, C):
    x1 = o_g(I, R5)
    x2 = sizefilter(x1, ONE)
    x3 = o_g(C, R5)
    x4 = sizefilter(x3, ONE)
    x5 = difference(x2, x4)
    x6 = size_f(x5)
    x7 = multiply(x6, 100)
    x8 = subtract(1000, x7)
    x9 = positive(x8)
    x10 = multiply(x8, x9)
    x11 = totuple(x5)
    x12 = first_t(x11)
    O = astuple(x10, x12)
    return O


# Objects of one cell that only the target has.
def differ_missing_dots(S, I, C):
    x1 = o_g(C, R5)
    x2 = sizefilter(x1, ONE)
    x3 = o_g(I, R5)
    x4 = sizefilter(x3, ONE)
    x5 = difference(x2, x4)
    x6 = size_f(x5)
    x7 = multiply(x6, 100)
    x8 = subtract(1000, x7)
    x9 = positive(x8)
    x10 = multiply(x8, x9)
    x11 = totuple(x5)
    x12 = first_t(x11)
    O = astuple(x10, x12)
    return O


# Equal cells at equal places, among the cells of the larger grid; shows the other places.
def differ_equal_cells(S, I, C):
    x1 = asobject(I)
    x2 = asobject(C)
    x3 = intersection(x1, x2)
    x4 = size_f(x3)
    x5 = multiply(x4, 1000)
    x6 = size_f(x1)
    x7 = size_f(x2)
    x8 = initset(x7)
    x9 = insert(x6, x8)
    x10 = maximum(x9)
    x11 = divide(x5, x10)
    x12 = asindices(I)
    x13 = asindices(C)
    x14 = combine_f(x12, x13)
    x15 = toindices_o(x3)
    x16 = difference(x14, x15)
    x17 = either(x16, ())
    O = astuple(x11, x17)
    return O


# The shape is right or wrong.
def differ_equal_shape(S, I, C):
    x1 = shape_t(I)
    x2 = shape_t(C)
    x3 = equality(x1, x2)
    x4 = multiply(x3, 1000)
    O = astuple(x4, ())
    return O


# Colours in common, among the colours of both.
def differ_right_palette(S, I, C):
    x1 = palette_t(I)
    x2 = palette_t(C)
    x3 = intersection(x1, x2)
    x4 = size_f(x3)
    x5 = multiply(x4, 1000)
    x6 = combine_f(x1, x2)
    x7 = size_f(x6)
    x8 = divide(x5, x7)
    O = astuple(x8, ())
    return O
