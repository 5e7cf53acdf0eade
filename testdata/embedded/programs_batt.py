# Square or not: squares get a yellow ring inside, all other blocks a green ring around them.
def solve_0478b356(S, I, C):
    x1 = o_g(grid=I, type=R5)
    x2 = sfilter_f(x1, square_f)
    x3 = difference(x1, x2)
    x4 = mapply_f(inbox, x2)
    x5 = mapply_f(outbox, x3)
    x6 = c_zo(S, p_g)
    x7 = last_t(x6)
    x8 = fill(I, x7, x4)
    x9 = first_t(x6)
    O = underfill(x8, x9, x5)
    return O


# Two halves: lay both halves on each other, green where only one is lit, yellow where both are.
def solve_16356251(S, I, C):
    x1 = hsplit(I, TWO)
    x2 = first_t(x1)
    x3 = get_nth_t(x1, L1)
    x4 = f_ofcolor(x2, BLUE)
    x5 = f_ofcolor(x3, RED)
    x6 = intersection(x4, x5)
    x7 = combine_f(x4, x5)
    x8 = difference(x7, x6)
    x9 = shape_t(x2)
    x10 = canvas(BLACK, x9)
    x11 = fill(x10, GREEN, x8)
    O = fill(x11, YELLOW, x6)
    return O


# Magnifier: enlarge what the grey frame holds, as many times as there are red dots.
def solve_2099cb8f(S, I, C):
    x1 = f_ofcolor(I, GRAY)
    x2 = increment(corner(x1, R0))
    x3 = subtract(corner(x1, R3), x2)
    x4 = crop(I, x2, x3)
    x5 = colorcount_t(grid=I, color=2)
    O = upscale_t(x4, x5)
    return O


# No twin: every figure but one occurs twice; cut out the one that stands alone.
def solve_2cf04919(S, I, C):
    x1 = o_g(I, R7)
    x2 = totuple(x1)
    x3 = compose(toindices_o, normalize_o)
    x4 = apply_t(x3, x2)
    x5 = get_common_rank_t(x4, F0)
    x6 = matcher(x3, x5)
    x7 = extract(x1, x6)
    O = subgrid(x7, I)
    return O


# Stamp: the corner shows a stamp; every print of it in the field turns into the colour only outputs have.
def solve_37c0605d(S, I, C):
    x1 = crop(I, ORIGIN, TWO_BY_TWO)
    x2 = asobject(x1)
    x3 = occurrences(I, x2)
    x4 = remove_f(ORIGIN, x3)
    x5 = lbind(shift, x2)
    x6 = mapply_f(x5, x4)
    x7 = rbind(get_nth_t, F0)
    x8 = c_zo_n(S, p_g, x7)
    O = fill(I, x8, x6)
    return O


# Telegraph: a wire joins the two poles of each colour, vertical wires on top.
def solve_53f25ea0(S, I, C):
    x1 = fgpartition(I)
    x2 = rbind(corner, R0)
    x3 = rbind(corner, R3)
    x4 = fork(connect, x2, x3)
    x5 = fork(recolor_i, color, x4)
    x6 = apply_f(x5, x1)
    x7 = mfilter_f(x6, hline_o)
    x8 = mfilter_f(x6, vline_o)
    x9 = paint(I, x7)
    O = paint(x9, x8)
    return O


# Allotments: hedges part the fields; draw the map with one cell for each field.
def solve_5999b154(S, I, C):
    x1 = compress(I)
    x2 = dedupe(x1)
    x3 = rot90(x2)
    x4 = dedupe(x3)
    O = rot270(x4)
    return O


# Ripples: a drop sends out two rings, the second twice as far as the first.
def solve_856c9ea2(S, I, C):
    x1 = o_g(I, 5)
    x2 = power(outbox, TWO)
    x3 = chain(x2, outbox, outbox)
    x4 = fork(combine_f, x2, x3)
    x5 = fork(recolor_i, color, x4)
    x6 = mapply_f(x5, x1)
    O = underpaint(I, x6)
    return O


# Moss: moss grows over stones of four cells or more, the rain washes the smaller ones away.
def solve_90c69cb4(S, I, C):
    x1 = c_iz_n(S, p_g, first)
    x2 = c_zo_n(S, p_g, first)
    x3 = get_color_rank_t(I, F0)
    x4 = o_g(I, R5)
    x5 = rbind(greater, THREE)
    x6 = compose(x5, size_f)
    x7 = mfilter_f(x4, x6)
    x8 = replace(I, x1, x3)
    O = fill(x8, x2, x7)
    return O


# Wallpaper: the roll ran out after one corner of the wall; go on with the same pattern to the right and down.
def solve_9ab1960a(S, I, C):
    x1 = f_ofcolor(I, BLACK)
    x2 = asindices(I)
    x3 = difference(x2, x1)
    x4 = toobject(x3, I)
    x5 = vperiod(x4)
    x6 = hperiod(x4)
    x7 = interval(F0, height_t(I), x5)
    x8 = interval(F0, width_t(I), x6)
    x9 = product(x7, x8)
    x10 = lbind(shift, x4)
    x11 = mapply_f(x10, x9)
    O = paint(I, x11)
    return O


# Rescue: boats at the edge are lost and turn grey; the one nearest to the red buoy turns yellow.
def solve_9b7e30a8(S, I, C):
    x1 = o_g(I, R7)
    x2 = colorfilter(x1, RED)
    x3 = merge_f(x2)
    x4 = difference(x1, x2)
    x5 = rbind(bordering, I)
    x6 = sfilter_f(x4, x5)
    x7 = difference(x4, x6)
    x8 = lbind(manhattan, x3)
    x9 = get_nth_by_key_f(x7, F0, x8)
    x10 = fill(I, GRAY, merge_f(x6))
    O = fill(x10, YELLOW, x9)
    return O


# Gaps: fill the gaps in the box of each figure, red if the figure is tall, blue if it is not.
def solve_9c472ff5(S, I, C):
    x1 = o_g(I, R7)
    x2 = rbind(c_branch, BLUE)
    x3 = rbind(x2, RED)
    x4 = fork(greater, height_f, width_f)
    x5 = compose(x3, x4)
    x6 = fork(recolor_i, x5, delta)
    x7 = mapply_f(x6, x1)
    O = paint(I, x7)
    return O


# Stained glass: a symmetric window with a black hole in it; the mirror images repair the hole.
def solve_ae6f42a5(S, I, C):
    x1 = c_iz_n(S, p_g, first_t)
    x2 = f_ofcolor(I, x1)
    x3 = mir_rot_t(I, A2)
    x4 = toobject(x2, x3)
    x5 = paint(I, x4)
    x6 = f_ofcolor(x5, x1)
    x7 = mir_rot_t(x5, A0)
    x8 = toobject(x6, x7)
    x9 = paint(x5, x8)
    x10 = f_ofcolor(x9, x1)
    x11 = mir_rot_t(x9, A1)
    x12 = toobject(x10, x11)
    O = paint(x9, x12)
    return O


# Lighthouses: red lamps shine to the right, blue lamps shine down, and crossing beams glow in the colour only outputs have.
def solve_cddb23ef(S, I, C):
    x1 = f_ofcolor(I, RED)
    x2 = f_ofcolor(I, BLUE)
    x3 = rbind(shoot, RIGHT)
    x4 = rbind(shoot, DOWN)
    x5 = mapply_f(x3, x1)
    x6 = mapply_f(x4, x2)
    x7 = underfill(I, RED, x5)
    x8 = underfill(x7, BLUE, x6)
    x9 = intersection(x5, x6)
    x10 = combine_f(x1, x2)
    x11 = difference(x9, x10)
    x12 = c_zo_n(S, p_g, first_t)
    O = fill(x8, x12, x11)
    return O


# Crossroads: where two streets cross, put a red light and a yellow lamp on each corner.
def solve_cef18c01(S, I, C):
    x1 = frontiers(I)
    x2 = sfilter_f(x1, hline_o)
    x3 = sfilter_f(x1, vline_o)
    x4 = prapply(intersection, x2, x3)
    x5 = toindices_o(merge_f(x4))
    x6 = mapply_f(ineighbors, x5)
    x7 = c_zo(S, p_g)
    x8 = second(x7)
    x9 = fill(I, x8, x6)
    x10 = first(x7)
    O = fill(x9, x10, x5)
    return O


# Busiest window: three windows above each other; keep the one with the most going on.
def solve_d2dea248(S, I, C):
    x1 = vsplit(I, THREE)
    x2 = rbind(colorcount_t, BLACK)
    O = get_arg_rank_t(x1, x2, L1)
    return O


# Magnets: every crate slides straight to the grey wall, whichever side the wall is on.
def solve_d93915de(S, I, C):
    x1 = f_ofcolor(I, GRAY)
    x2 = o_g(I, R5)
    x3 = matcher(color, GRAY)
    x4 = compose(flip, x3)
    x5 = sfilter_f(x2, x4)
    x6 = rbind(gravitate, x1)
    x7 = fork(shift, identity, x6)
    x8 = mapply_f(x7, x5)
    x9 = merge_f(x5)
    x10 = cover(I, x9)
    O = paint(x10, x8)
    return O


# Bar chart: count the cells of each colour and draw the counts as bars, the shortest on top.
def solve_ddcbd8ce(S, I, C):
    x1 = fgpartition(I)
    x2 = order(x1, size_f)
    x3 = size_t(x2)
    x4 = interval(F0, x3, ONE)
    x5 = compose(decrement, size_f)
    x6 = apply_t(x5, x2)
    x7 = apply_t(color, x2)
    x8 = apply_t(toivec, x4)
    x9 = pair(x4, x6)
    x10 = papply(connect, x8, x9)
    x11 = mpapply(recolor_i, x7, x10)
    x12 = get_nth_by_key_t(x2, L1, size_f)
    x13 = astuple(x3, size_f(x12))
    x14 = canvas(BLACK, x13)
    O = paint(x14, x11)
    return O


# Weathervane: the samples tell how the arrow swings; swing this one the same way.
def solve_e4d14648(S, I, C):
    x1 = a_mr(S)
    O = mir_rot_t(I, x1)
    return O


# Pinwheel: four copies of the sail, each turned a quarter further than the one before.
def solve_eac6fc75(S, I, C):
    x1 = lbind(mir_rot_t, I)
    x2 = astuple(A7, A4)
    x3 = astuple(A6, A5)
    x4 = apply_t(x1, x2)
    x5 = apply_t(x1, x3)
    x6 = fork(hconcat, first_t, last_t)
    x7 = x6(x4)
    x8 = x6(x5)
    O = vconcat(x7, x8)
    return O
