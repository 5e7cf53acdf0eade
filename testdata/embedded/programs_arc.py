# Square or not: squares get a yellow ring inside, all other blocks a green ring around them.
def solve_0478b356(I):
    x1 = objects(I, T, F, T)
    x2 = sfilter(x1, square)
    x3 = compose(flip, square)
    x4 = sfilter(x1, x3)
    x5 = mapply(inbox, x2)
    x6 = mapply(outbox, x4)
    x7 = fill(I, FOUR, x5)
    O = underfill(x7, THREE, x6)
    return O


# Two halves: lay both halves on each other, green where only one is lit, yellow where both are.
def solve_16356251(I):
    x1 = lefthalf(I)
    x2 = righthalf(I)
    x3 = ofcolor(x1, ONE)
    x4 = ofcolor(x2, TWO)
    x5 = combine(x3, x4)
    x6 = intersection(x3, x4)
    x7 = difference(x5, x6)
    x8 = shape(x1)
    x9 = canvas(ZERO, x8)
    x10 = fill(x9, THREE, x7)
    O = fill(x10, FOUR, x6)
    return O


# Magnifier: enlarge what the grey frame holds, as many times as there are red dots.
def solve_2099cb8f(I):
    return upscale(trim(subgrid(ofcolor(I, 5), I)), colorcount(I, 2))


# No twin: every figure but one occurs twice; cut out the one that stands alone.
def solve_2cf04919(I):
    x1 = objects(I, univalued=True, diagonal=True, without_bg=True)
    x2 = totuple(x1)
    x3 = compose(toindices, normalize)
    x4 = apply(x3, x2)
    x5 = leastcommon(x4)
    x6 = matcher(x3, x5)
    x7 = extract(x1, x6)
    O = subgrid(x7, I)
    return O


# Stamp: the corner shows a stamp; every print of it in the field turns yellow.
def solve_37c0605d(I):
    x1 = crop(I, (0, 0), (2, 2))
    x2 = asobject(x1)
    x3 = occurrences(I, x2)
    x4 = remove(ORIGIN, x3)
    x5 = lbind(shift, x2)
    x6 = mapply(x5, x4)
    O = fill(I, FOUR, x6)
    return O


# Telegraph: a wire joins the two poles of each colour, vertical wires on top.
def solve_53f25ea0(I):
    x1 = fgpartition(I)
    x2 = fork(connect, ulcorner, lrcorner)
    x3 = fork(recolor, color, x2)
    x4 = apply(x3, x1)
    x5 = mfilter(x4, hline)
    x6 = sfilter(x4, vline)
    x7 = merge(x6)
    x8 = paint(I, x5)
    O = paint(x8, x7)
    return O


# Allotments: hedges part the fields; draw the map with one cell for each field.
def solve_5999b154(I):
    x1 = compress(I)
    x2 = dedupe(x1)
    x3 = dmirror(x2)
    x4 = dedupe(x3)
    O = dmirror(x4)
    return O


# Ripples: a drop sends out two rings, the second twice as far as the first.
def solve_856c9ea2(I):
    x1 = objects(I, T, F, T)
    x2 = power(outbox, TWO)
    x3 = power(x2, TWO)
    x4 = fork(combine, x2, x3)
    x5 = fork(recolor, color, x4)
    x6 = mapply(x5, x1)
    O = underpaint(I, x6)
    return O


# Moss: moss grows over stones of four cells or more, the rain washes the smaller ones away.
def solve_90c69cb4(I):
    x1 = objects(I, T, F, T)
    x2 = rbind(greater, THREE)
    x3 = compose(x2, size)
    x4 = mfilter(x1, x3)
    x5 = mostcolor(I)
    x6 = leastcolor(I)
    x7 = replace(I, x6, x5)
    O = fill(x7, THREE, x4)
    return O


# Wallpaper: the roll ran out after one corner of the wall; go on with the same pattern to the right and down.
def solve_9ab1960a(I):
    x1 = asobject(I)
    x2 = rbind(equality, ZERO)
    x3 = sfilter(x1, chain(flip, x2, first))
    x4 = interval(0, 8, 1)
    x5 = lbind(multiply, vperiod(x3))
    x6 = lbind(multiply, hperiod(x3))
    x7 = apply(x5, x4)
    x8 = apply(x6, x4)
    x9 = product(x7, x8)
    x10 = lbind(shift, x3)
    x11 = mapply(x10, x9)
    O = paint(I, x11)
    return O


# Rescue: boats at the edge are lost and turn grey; the one nearest to the red buoy turns yellow.
def solve_9b7e30a8(I):
    x1 = objects(I, T, T, T)
    x2 = colorfilter(x1, TWO)
    x3 = merge(x2)
    x4 = difference(x1, x2)
    x5 = rbind(bordering, I)
    x6 = sfilter(x4, x5)
    x7 = difference(x4, x6)
    x8 = lbind(manhattan, x3)
    x9 = argmin(x7, x8)
    x10 = fill(I, FIVE, merge(x6))
    O = fill(x10, FOUR, x9)
    return O


# Gaps: fill the gaps in the box of each figure, red if the figure is tall, blue if it is not.
def solve_9c472ff5(I):
    x1 = objects(I, T, T, T)
    x2 = rbind(branch, ONE)
    x3 = rbind(x2, TWO)
    x4 = compose(x3, portrait)
    x5 = fork(recolor, x4, delta)
    x6 = mapply(x5, x1)
    O = paint(I, x6)
    return O


# Stained glass: a symmetric window with a black hole in it; the mirror images repair the hole.
def solve_ae6f42a5(I):
    x1 = ofcolor(I, ZERO)
    x2 = vmirror(I)
    x3 = toobject(x1, x2)
    x4 = paint(I, x3)
    x5 = ofcolor(x4, ZERO)
    x6 = hmirror(x4)
    x7 = toobject(x5, x6)
    x8 = paint(x4, x7)
    x9 = ofcolor(x8, ZERO)
    x10 = dmirror(x8)
    x11 = toobject(x9, x10)
    O = paint(x8, x11)
    return O


# Lighthouses: red lamps shine to the right, blue lamps shine down, and crossing beams glow magenta.
def solve_cddb23ef(I):
    x1 = ofcolor(I, TWO)
    x2 = ofcolor(I, ONE)
    x3 = rbind(shoot, RIGHT)
    x4 = rbind(shoot, DOWN)
    x5 = mapply(x3, x1)
    x6 = mapply(x4, x2)
    x7 = underfill(I, TWO, x5)
    x8 = underfill(x7, ONE, x6)
    x9 = intersection(x5, x6)
    x10 = combine(x1, x2)
    x11 = difference(x9, x10)
    O = fill(x8, SIX, x11)
    return O


# Crossroads: where two streets cross, put a red light and a yellow lamp on each corner.
def solve_cef18c01(I):
    x1 = frontiers(I)
    x2 = sfilter(x1, hline)
    x3 = sfilter(x1, vline)
    x4 = prapply(intersection, x2, x3)
    x5 = merge(x4)
    x6 = toindices(x5)
    x7 = mapply(ineighbors, x6)
    x8 = fill(I, FOUR, x7)
    O = fill(x8, TWO, x6)
    return O


# Busiest window: three windows above each other; keep the one with the most going on.
def solve_d2dea248(I):
    x1 = vsplit(I, THREE)
    x2 = rbind(colorcount, ZERO)
    x3 = compose(invert, x2)
    O = argmax(container=x1, compfunc=x3)
    return O


# Magnets: every crate slides straight to the grey wall, whichever side the wall is on.
def solve_d93915de(I):
    x1 = ofcolor(I, FIVE)
    x2 = objects(I, T, F, T)
    x3 = matcher(color, FIVE)
    x4 = compose(flip, x3)
    x5 = sfilter(x2, x4)
    x6 = rbind(gravitate, x1)
    x7 = fork(shift, identity, x6)
    x8 = mapply(x7, x5)
    x9 = merge(x5)
    x10 = cover(I, x9)
    O = paint(x10, x8)
    return O


# Bar chart: count the cells of each colour and draw the counts as bars, the shortest on top.
def solve_ddcbd8ce(I):
    x1 = fgpartition(I)
    x2 = order(x1, size)
    x3 = size(x2)
    x4 = interval(ZERO, x3, ONE)
    x5 = compose(decrement, size)
    x6 = apply(x5, x2)
    x7 = apply(color, x2)
    x8 = apply(toivec, x4)
    x9 = pair(x4, x6)
    x10 = papply(connect, x8, x9)
    x11 = mpapply(recolor, x7, x10)
    x12 = valmax(x1, size)
    x13 = astuple(x3, x12)
    x14 = canvas(ZERO, x13)
    O = paint(x14, x11)
    return O


# Weathervane: the arrow swings over the diagonal from lower left to upper right.
def solve_e4d14648(I):
    O = cmirror(I)
    return O


# Pinwheel: four copies of the sail, each turned a quarter further than the one before.
def solve_eac6fc75(I):
    x1 = astuple(identity, rot90)
    x2 = astuple(rot270, rot180)
    x3 = rapply(x1, I)
    x4 = rapply(x2, I)
    x5 = fork(hconcat, first, last)
    x6 = x5(x3)
    x7 = x5(x4)
    O = vconcat(x6, x7)
    return O
