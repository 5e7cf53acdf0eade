def solve_keywords(I):
    x1 = objects(grid=I, without_bg=T, univalued=F, diagonal=T)
    x2 = objects(I, F, diagonal=T, without_bg=T)
    return merge((x1, x2))


def solve_unknown_keyword(I):
    return objects(I, T, F, background=T)


def solve_keyword_twice(I):
    return vmirror(I, piece=I)


def solve_keyword_missing(I):
    return objects(grid=I, univalued=T, diagonal=F)


def solve_keyword_order(I):
    return fill(grid=I, 3, patch=I)


def solve_keyword_of_value(I):
    f = rbind(shift, UP)
    return f(patch=I)
