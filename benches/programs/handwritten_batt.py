# The programs of handwritten.py in dialect `batt`: the same lines with the names that `batt` has for each kind of argument.
# Canonical order is another one there (a cell is (row, column, colour)), so that ties may fall differently; a few ops fail sooner.


# Outline: the largest object gets a ring in the rarest colour, and a second one in its own colour around that.
def solve_outline_largest_object(S, I, C):
    x1 = o_g(I, R7)
    x2 = argmax_f(x1, size_f)
    x3 = leastcolor_t(I)
    x4 = outbox(x2)
    x5 = outbox(x4)
    x6 = color(x2)
    x7 = underfill(I, x3, x4)
    O = underfill(x7, x6, x5)
    return O


# Ranking: objects are numbered from small to large, and the number is the colour; from the ninth on all are maroon.
def solve_colour_by_size_rank(S, I, C):
    x1 = o_g(I, R5)
    x2 = order(x1, size_f)
    x3 = size_t(x2)
    x4 = increment(x3)
    x5 = interval(ONE, x4, ONE)
    x6 = lbind(insert, NINE)
    x7 = chain(minimum, x6, initset)
    x8 = apply_t(x7, x5)
    x9 = mpapply(recolor_o, x8, x2)
    O = paint(I, x9)
    return O


# Ponds: enclosed background is water; ponds of even size are cyan, those of odd size yellow.
def solve_fill_enclosed_ponds(S, I, C):
    x1 = o_g(I, R4)
    x2 = mostcolor_t(I)
    x3 = colorfilter(x1, x2)
    x4 = rbind(bordering, I)
    x5 = compose(flip, x4)
    x6 = sfilter_f(x3, x5)
    x7 = compose(even, size_f)
    x8 = mfilter_f(x6, x7)
    x9 = merge_f(x6)
    x10 = fill(I, YELLOW, x9)
    O = fill(x10, CYAN, x8)
    return O


# Sand: every coloured cell falls to the bottom of its column.
def solve_sand_falls_in_columns(S, I, C):
    x1 = mostcolor_t(I)
    x2 = matcher(identity, x1)
    x3 = compose(flip, x2)
    x4 = rbind(order, x3)
    x5 = dmirror_t(I)
    x6 = apply_t(x4, x5)
    O = dmirror_t(x6)
    return O


# Anvil: the largest object drops to the floor and leaves a trail in the colour of the uppermost.
def solve_drop_largest_with_trail(S, I, C):
    x1 = o_g(I, R7)
    x2 = argmax_f(x1, size_f)
    x3 = argmin_f(x1, uppermost_o)
    x4 = height_t(I)
    x5 = lowermost_o(x2)
    x6 = decrement(x4)
    x7 = subtract(x6, x5)
    x8 = toivec(x7)
    x9 = shift(x2, x8)
    x10 = combine_f(x2, x9)
    x11 = backdrop(x10)
    x12 = color(x3)
    x13 = move(I, x2, x8)
    O = underfill(x13, x12, x11)
    return O


# Lasers: cells of the rarest colour grow to the right until something stops them.
def solve_grow_right_until_blocked(S, I, C):
    x1 = leastcolor_t(I)
    x2 = rbind(f_ofcolor, x1)
    x3 = rbind(shift, RIGHT)
    x4 = lbind(recolor_i, x1)
    x5 = chain(x4, x3, x2)
    x6 = fork(underpaint, identity, x5)
    x7 = width_t(I)
    x8 = power(x6, x7)
    O = x8(I)
    return O


# Kaleidoscope: everything coloured is one figure; it is completed by its mirror images in its own box.
def solve_mirror_figure_in_its_box(S, I, C):
    x1 = fgpartition(I)
    x2 = merge_f(x1)
    x3 = vmirror_o(x2)
    x4 = hmirror_o(x2)
    x5 = vmirror_o(x4)
    x6 = underpaint(I, x3)
    x7 = underpaint(x6, x4)
    O = underpaint(x7, x5)
    return O


# Gem: cut out the object with most colours, among those the one with most cells, and swap its two extremes.
def solve_crop_most_colourful_object(S, I, C):
    x1 = o_g(I, R3)
    x2 = valmax_f(x1, numcolors_f)
    x3 = matcher(numcolors_f, x2)
    x4 = sfilter_f(x1, x3)
    x5 = argmax_f(x4, size_f)
    x6 = subgrid(x5, I)
    x7 = mostcolor_f(x5)
    x8 = leastcolor_f(x5)
    O = switch(x6, x7, x8)
    return O


# Tiles: the grid and its mirror images make a floor without its rim, of which every second cell in each direction is shown.
def solve_mirror_tiles_then_halve(S, I, C):
    x1 = vmirror_t(I)
    x2 = hmirror_t(I)
    x3 = rot180(I)
    x4 = hconcat(I, x1)
    x5 = hconcat(x2, x3)
    x6 = vconcat(x4, x5)
    x7 = trim(x6)
    x8 = downscale(x7, TWO)
    x9 = vconcat(x8, x8)
    x10 = shape_t(x8)
    O = crop(x9, DOWN, x10)
    return O


# Bars: one bar for each colour, the shortest on top, as long as the colour has cells and at most ten.
def solve_bars_of_colour_counts(S, I, C):
    x1 = fgpartition(I)
    x2 = order(x1, size_f)
    x3 = size_t(x2)
    x4 = interval(ZERO, x3, ONE)
    x5 = apply_t(toivec, x4)
    x6 = lbind(insert, TEN)
    x7 = chain(minimum, x6, initset)
    x8 = chain(decrement, x7, size_f)
    x9 = apply_t(x8, x2)
    x10 = papply(astuple, x4, x9)
    x11 = papply(connect, x5, x10)
    x12 = apply_t(color, x2)
    x13 = mpapply(recolor_i, x12, x11)
    x14 = astuple(x3, TEN)
    x15 = canvas(BLACK, x14)
    O = paint(x15, x13)
    return O


# Census: cells that agree with the most common colour of their row or of their column stay, others turn black.
def solve_keep_row_and_column_majority(S, I, C):
    x1 = width_t(I)
    x2 = rbind(repeat, x1)
    x3 = compose(x2, mostcommon_t)
    x4 = apply_t(x3, I)
    x5 = dmirror_t(I)
    x6 = width_t(x5)
    x7 = rbind(repeat, x6)
    x8 = compose(x7, mostcommon_t)
    x9 = apply_t(x8, x5)
    x10 = dmirror_t(x9)
    x11 = cellwise(I, x4, BLACK)
    x12 = cellwise(I, x10, BLACK)
    x13 = asobject(x12)
    x14 = matcher(last_t, BLACK)
    x15 = compose(flip, x14)
    x16 = sfilter_f(x13, x15)
    O = paint(x11, x16)
    return O


# Stamp: the largest object is a stamp; it is printed wherever a single cell marks the centre.
def solve_stamp_largest_at_dots(S, I, C):
    x1 = o_g(I, R3)
    x2 = argmax_f(x1, size_f)
    x3 = sizefilter(x1, ONE)
    x4 = apply_f(center, x3)
    x5 = center(x2)
    x6 = invert(x5)
    x7 = shift(x2, x6)
    x8 = lbind(shift, x7)
    x9 = mapply_f(x8, x4)
    O = underpaint(I, x9)
    return O


# Twins: all places that look like the smallest object of several cells, mirrored or not, are framed.
def solve_frame_mirrored_twins(S, I, C):
    x1 = o_g(I, R5)
    x2 = sizefilter(x1, ONE)
    x3 = difference(x1, x2)
    x4 = argmin_f(x3, size_f)
    x5 = initset(identity)
    x6 = insert(vmirror_o, x5)
    x7 = insert(hmirror_o, x6)
    x8 = insert(dmirror_o, x7)
    x9 = rapply_f(x8, x4)
    x10 = apply_f(normalize_o, x9)
    x11 = lbind(occurrences, I)
    x12 = lbind(lbind, shift)
    x13 = fork(apply_f, x12, x11)
    x14 = mapply_f(x13, x10)
    x15 = mapply_f(outbox, x14)
    O = underfill(I, GREEN, x15)
    return O


# Weaving: the smallest unit of the pattern, repeated over a cloth of twice the size with a black seam between units.
def solve_weave_smallest_unit(S, I, C):
    x1 = asobject(I)
    x2 = hperiod(x1)
    x3 = vperiod(x1)
    x4 = astuple(x3, x2)
    x5 = crop(I, ORIGIN, x4)
    x6 = asobject(x5)
    x7 = shape_t(I)
    x8 = double(x7)
    x9 = first_t(x8)
    x10 = last_t(x8)
    x11 = increment(x3)
    x12 = increment(x2)
    x13 = interval(ZERO, x9, x11)
    x14 = interval(ZERO, x10, x12)
    x15 = product(x13, x14)
    x16 = lbind(shift, x6)
    x17 = mapply_f(x16, x15)
    x18 = canvas(BLACK, x8)
    O = paint(x18, x17)
    return O


# Crossroads: roads run through the middle of every object, east to west and north to south; crossings are red.
def solve_crossroads_through_centres(S, I, C):
    x1 = o_g(I, R7)
    x2 = apply_f(center, x1)
    x3 = mapply_f(hfrontier, x2)
    x4 = mapply_f(vfrontier, x2)
    x5 = combine_f(x3, x4)
    x6 = intersection(x3, x4)
    x7 = underfill(I, GRAY, x5)
    x8 = difference(x6, x2)
    O = fill(x7, RED, x8)
    return O


# Magnet: all objects move to the largest one until they touch it.
def solve_pull_objects_to_largest(S, I, C):
    x1 = o_g(I, R7)
    x2 = argmax_f(x1, size_f)
    x3 = remove_f(x2, x1)
    x4 = rbind(gravitate, x2)
    x5 = fork(shift, identity, x4)
    x6 = mapply_f(x5, x3)
    x7 = merge_f(x3)
    x8 = cover(I, x7)
    O = paint(x8, x6)
    return O


# Flowers: every single cell grows four petals in its own colour and four leaves in green.
def solve_dots_become_flowers(S, I, C):
    x1 = o_g(I, R7)
    x2 = sizefilter(x1, ONE)
    x3 = compose(dneighbors, center)
    x4 = fork(recolor_i, color, x3)
    x5 = mapply_f(x4, x2)
    x6 = compose(ineighbors, center)
    x7 = mapply_f(x6, x2)
    x8 = underpaint(I, x5)
    O = underfill(x8, GREEN, x7)
    return O


# Fences: remove full rows and columns of one colour, enlarge what is left and put a frame around it.
def solve_remove_fences_and_enlarge(S, I, C):
    x1 = compress(I)
    x2 = upscale_t(x1, TWO)
    x3 = asindices(x2)
    x4 = box(x3)
    x5 = frontiers(I)
    x6 = size_f(x5)
    x7 = positive(x6)
    x8 = c_branch(x7, CYAN, GRAY)
    O = fill(x2, x8, x4)
    return O


# Carbon copy: the left half and the mirrored right half; where they agree the cell stays, else it is grey.
def solve_halves_that_agree(S, I, C):
    x1 = hsplit(I, TWO)
    x2 = first_t(x1)
    x3 = last_t(x1)
    x4 = vmirror_t(x3)
    x5 = cellwise(x2, x4, GRAY)
    x6 = vmirror_t(x5)
    O = hconcat(x5, x6)
    return O


# Three floors: the storey with most colour in it, with the background of the whole house, twice as wide.
def solve_fullest_of_three_storeys(S, I, C):
    x1 = vsplit(I, THREE)
    x2 = mostcolor_t(I)
    x3 = rbind(colorcount_t, x2)
    x4 = valmin_t(x1, x3)
    x5 = matcher(x3, x4)
    x6 = extract(x1, x5)
    x7 = mostcolor_t(x6)
    x8 = replace(x6, x7, x2)
    O = hupscale(x8, TWO)
    return O


# Heat: background cells get the colour that stands for the number of coloured cells around them.
def solve_count_coloured_neighbours(S, I, C):
    x1 = mostcolor_t(I)
    x2 = f_ofcolor(I, x1)
    x3 = asindices(I)
    x4 = difference(x3, x2)
    x5 = lbind(intersection, x4)
    x6 = chain(size_f, x5, neighbors)
    x7 = compose(positive, x6)
    x8 = sfilter_f(x2, x7)
    x9 = fork(recolor_i, x6, initset)
    x10 = mapply_f(x9, x8)
    O = paint(I, x10)
    return O


# Traffic: objects with a common row are joined by a road between their centres, if the road is straight.
def solve_join_centres_in_a_row(S, I, C):
    x1 = o_g(I, R7)
    x2 = product(x1, x1)
    x3 = fork(hmatching, first_t, last_t)
    x4 = sfilter_f(x2, x3)
    x5 = compose(center, first_t)
    x6 = compose(center, last_t)
    x7 = fork(connect, x5, x6)
    x8 = compose(color, first_t)
    x9 = fork(recolor_i, x8, x7)
    x10 = mapply_f(x9, x4)
    O = underpaint(I, x10)
    return O


# Portrait gallery: the most symmetric object is cut out and hung beside itself turned upside down.
def solve_crop_symmetric_object(S, I, C):
    x1 = o_g(I, R3)
    x2 = fork(equality, identity, vmirror_o)
    x3 = fork(equality, identity, hmirror_o)
    x4 = fork(add, x2, x3)
    x5 = argmax_f(x1, x4)
    x6 = subgrid(x5, I)
    x7 = rot180(x6)
    O = hconcat(x6, x7)
    return O


# Signposts: tall objects draw a line up and down, all others a line to both sides, in their own colour.
def solve_lines_along_the_longer_side(S, I, C):
    x1 = o_g(I, R5)
    x2 = rbind(branch, hfrontier)
    x3 = rbind(x2, vfrontier)
    x4 = chain(initset, x3, portrait_f)
    x5 = fork(rapply_f, x4, center)
    x6 = compose(merge_f, x5)
    x7 = fork(recolor_i, color, x6)
    x8 = mapply_f(x7, x1)
    O = underpaint(I, x8)
    return O


# Parade: the colours of the objects from left to right, as stripes.
def solve_stripes_from_left_to_right(S, I, C):
    x1 = o_g(I, R5)
    x2 = order(x1, leftmost_o)
    x3 = apply_t(color, x2)
    x4 = dedupe(x3)
    x5 = size_t(x4)
    x6 = repeat(x4, x5)
    x7 = hupscale(x6, TWO)
    O = vupscale(x7, THREE)
    return O


# Kites: from the corners of every object strings run outwards along the diagonals.
def solve_strings_from_corners(S, I, C):
    x1 = o_g(I, R3)
    x2 = rbind(shoot, NEG_UNITY)
    x3 = compose(x2, ulcorner_o)
    x4 = rbind(shoot, UP_RIGHT)
    x5 = compose(x4, urcorner_o)
    x6 = rbind(shoot, DOWN_LEFT)
    x7 = compose(x6, llcorner_o)
    x8 = rbind(shoot, UNITY)
    x9 = compose(x8, lrcorner_o)
    x10 = fork(combine_f, x3, x9)
    x11 = fork(combine_f, x5, x7)
    x12 = fork(combine_f, x10, x11)
    x13 = fork(recolor_i, mostcolor_f, x12)
    x14 = mapply_f(x13, x1)
    O = underpaint(I, x14)
    return O


# Coast: of what touches the border the gaps are cyan; of the rest only the boxes remain, in grey.
def solve_inland_objects_to_boxes(S, I, C):
    x1 = o_g(I, R7)
    x2 = rbind(bordering, I)
    x3 = sfilter_f(x1, x2)
    x4 = difference(x1, x3)
    x5 = merge_f(x4)
    x6 = cover(I, x5)
    x7 = mapply_f(box, x4)
    x8 = mapply_f(delta, x3)
    x9 = underfill(x6, GRAY, x7)
    O = underfill(x9, CYAN, x8)
    return O


# Best quarter: of the four quarters the one with most colours, enlarged to the size of the whole.
def solve_enlarge_richest_quarter(S, I, C):
    x1 = tophalf(I)
    x2 = bottomhalf(I)
    x3 = lefthalf(x1)
    x4 = righthalf(x1)
    x5 = lefthalf(x2)
    x6 = righthalf(x2)
    x7 = astuple(x3, x4)
    x8 = astuple(x5, x6)
    x9 = combine_t(x7, x8)
    x10 = argmax_t(x9, numcolors_t)
    O = upscale_t(x10, TWO)
    return O


# Couples: two objects of the same height and width that share a row or a column get a common frame.
def solve_frame_couples_of_equal_shape(S, I, C):
    x1 = o_g(I, R7)
    x2 = product(x1, x1)
    x3 = fork(equality, first_t, last_t)
    x4 = compose(flip, x3)
    x5 = compose(shape_f, first_t)
    x6 = compose(shape_f, last_t)
    x7 = fork(equality, x5, x6)
    x8 = fork(both, x4, x7)
    x9 = sfilter_f(x2, x8)
    x10 = fork(hmatching, first_t, last_t)
    x11 = fork(vmatching, first_t, last_t)
    x12 = fork(either, x10, x11)
    x13 = sfilter_f(x9, x12)
    x14 = fork(combine_f, first_t, last_t)
    x15 = compose(outbox, x14)
    x16 = mapply_f(x15, x13)
    x17 = leastcolor_t(I)
    O = underfill(I, x17, x16)
    return O


# Polish: grow everything coloured by one cell, then wear it down by one; what is new is yellow.
def solve_close_small_gaps(S, I, C):
    x1 = fgpartition(I)
    x2 = merge_f(x1)
    x3 = toindices_o(x2)
    x4 = mapply_f(neighbors, x3)
    x5 = combine_f(x3, x4)
    x6 = rbind(difference, x5)
    x7 = chain(size_f, x6, neighbors)
    x8 = matcher(x7, ZERO)
    x9 = sfilter_f(x5, x8)
    x10 = difference(x9, x3)
    O = fill(I, YELLOW, x10)
    return O


# Life: three rounds of the game of life, births only by the usual rule, survivors with two or three neighbours.
def solve_three_rounds_of_life(S, I, C):
    x1 = mostcolor_t(I)
    x2 = f_ofcolor(I, x1)
    x3 = asindices(I)
    x4 = difference(x3, x2)
    x5 = matcher(size_f, THREE)
    x6 = matcher(size_f, TWO)
    x7 = lbind(lbind, intersection)
    x8 = rbind(compose, neighbors)
    x9 = lbind(compose, x5)
    x10 = chain(x9, x8, x7)
    x11 = lbind(mapply_f, neighbors)
    x12 = fork(sfilter_f, x11, x10)
    x13 = lbind(compose, x6)
    x14 = chain(x13, x8, x7)
    x15 = fork(sfilter_f, identity, x14)
    x16 = fork(combine_f, x12, x15)
    x17 = power(x16, THREE)
    x18 = x17(x4)
    x19 = shape_t(I)
    x20 = canvas(x1, x19)
    x21 = leastcolor_t(I)
    O = fill(x20, x21, x18)
    return O


# Flood: water comes in at the upper left corner and runs over cells of the colour it finds there.
def solve_flood_from_the_corner(S, I, C):
    x1 = index(I, ORIGIN)
    x2 = f_ofcolor(I, x1)
    x3 = lbind(mapply_f, dneighbors)
    x4 = fork(combine_f, identity, x3)
    x5 = lbind(intersection, x2)
    x6 = compose(x5, x4)
    x7 = shape_t(I)
    x8 = fork(add, first_t, last_t)
    x9 = x8(x7)
    x10 = power(x6, x9)
    x11 = initset(ORIGIN)
    x12 = x10(x11)
    O = fill(I, CYAN, x12)
    return O


# Dye: each object of several colours takes the colour that it has most of, its box the one it has least of.
def solve_dye_objects_by_majority(S, I, C):
    x1 = o_g(I, R3)
    x2 = fork(recolor_o, mostcolor_f, identity)
    x3 = fork(recolor_i, leastcolor_f, box)
    x4 = mapply_f(x2, x1)
    x5 = mapply_f(x3, x1)
    x6 = paint(I, x4)
    O = underpaint(x6, x5)
    return O


# Neighbours: what lies beside the largest object is blue, what lies further off but in sight of it is red.
def solve_colour_by_relation_to_largest(S, I, C):
    x1 = o_g(I, R5)
    x2 = argmax_f(x1, size_f)
    x3 = remove_f(x2, x1)
    x4 = rbind(adjacent, x2)
    x5 = sfilter_f(x3, x4)
    x6 = difference(x3, x5)
    x7 = rbind(hmatching, x2)
    x8 = rbind(vmatching, x2)
    x9 = fork(either, x7, x8)
    x10 = mfilter_f(x6, x9)
    x11 = merge_f(x5)
    x12 = fill(I, BLUE, x11)
    O = fill(x12, RED, x10)
    return O


# Library: rows are sorted by how much stands in them, columns likewise.
def solve_sort_rows_and_columns(S, I, C):
    x1 = mostcolor_t(I)
    x2 = lbind(remove_t, x1)
    x3 = compose(size_t, x2)
    x4 = order(I, x3)
    x5 = rot90(x4)
    x6 = order(x5, x3)
    O = rot270(x6)
    return O


# Arrow: all objects take one step towards the middle of the grid, those already there stay.
def solve_step_towards_the_middle(S, I, C):
    x1 = o_g(I, R7)
    x2 = asindices(I)
    x3 = center(x2)
    x4 = lbind(subtract, x3)
    x5 = chain(sign, x4, center)
    x6 = fork(shift, identity, x5)
    x7 = mapply_f(x6, x1)
    x8 = merge_f(x1)
    x9 = cover(I, x8)
    O = paint(x9, x7)
    return O


# Domino: bars lie down. Vertical lines turn about their upper end to the right, horizontal lines rise.
def solve_turn_lines_about_their_end(S, I, C):
    x1 = o_g(I, R5)
    x2 = sizefilter(x1, ONE)
    x3 = difference(x1, x2)
    x4 = sfilter_f(x3, vline_o)
    x5 = sfilter_f(x3, hline_o)
    x6 = combine_f(x4, x5)
    x7 = mapply_f(dmirror_o, x6)
    x8 = merge_f(x6)
    x9 = cover(I, x8)
    x10 = paint(x9, x7)
    x11 = apply_f(ulcorner_o, x6)
    O = fill(x10, CYAN, x11)
    return O


# Pointer: the smallest object points away from the largest, and its ray goes to the border.
def solve_ray_away_from_largest(S, I, C):
    x1 = o_g(I, R7)
    x2 = argmax_f(x1, size_f)
    x3 = argmin_f(x1, size_f)
    x4 = position(x2, x3)
    x5 = center(x3)
    x6 = shoot(x5, x4)
    x7 = crement(x4)
    x8 = add(x5, x7)
    x9 = shoot(x8, x4)
    x10 = color(x3)
    x11 = color(x2)
    x12 = underfill(I, x10, x6)
    x13 = difference(x9, x3)
    x14 = palette_t(I)
    x15 = contained(THREE, x14)
    x16 = c_branch(x15, x11, GREEN)
    O = fill(x12, x16, x13)
    return O


# Inner life: every object of three by three cells or more gets an inner frame in the colour after its own, blue after maroon.
def solve_inner_frames_in_next_colour(S, I, C):
    x1 = o_g(I, R5)
    x2 = rbind(greater, TWO)
    x3 = compose(x2, height_o)
    x4 = compose(x2, width_o)
    x5 = fork(both, x3, x4)
    x6 = sfilter_f(x1, x5)
    x7 = matcher(color, NINE)
    x8 = sfilter_f(x6, x7)
    x9 = difference(x6, x8)
    x10 = compose(increment, color)
    x11 = fork(recolor_i, x10, inbox)
    x12 = mapply_f(x11, x9)
    x13 = mapply_f(inbox, x8)
    x14 = paint(I, x12)
    O = fill(x14, BLUE, x13)
    return O


# Passport: a line for each colour, rarest first: the colour, how many pieces it comes in, whether it is the same from left
# to right and from top to bottom, and whether it touches the border.
def solve_passport_of_each_colour(S, I, C):
    x1 = partition(I)
    x2 = order(x1, size_f)
    x3 = apply_t(color, x2)
    x4 = o_g(I, R4)
    x5 = lbind(colorfilter, x4)
    x6 = lbind(insert, NINE)
    x7 = chain(minimum, x6, initset)
    x8 = chain(x7, size_f, x5)
    x9 = apply_t(x8, x3)
    x10 = fork(equality, identity, vmirror_o)
    x11 = fork(equality, identity, hmirror_o)
    x12 = rbind(c_branch, GRAY)
    x13 = rbind(x12, GREEN)
    x14 = compose(x13, x10)
    x15 = apply_t(x14, x2)
    x16 = compose(x13, x11)
    x17 = apply_t(x16, x2)
    x18 = rbind(bordering, I)
    x19 = rbind(c_branch, RED)
    x20 = rbind(x19, BLUE)
    x21 = compose(x20, x18)
    x22 = apply_t(x21, x2)
    x23 = astuple(x3, x9)
    x24 = astuple(x15, x17)
    x25 = combine_t(x23, x24)
    x26 = repeat(x22, ONE)
    x27 = combine_t(x25, x26)
    O = dmirror_t(x27)
    return O


# Floor plan: rooms are stretches of background; square rooms are green, tall ones red, wide ones blue. The largest room has
# yellow corners, and rooms of a size that is rare get a cyan lamp in the middle. Walls between two rooms turn grey.
def solve_floor_plan_of_rooms(S, I, C):
    x1 = mostcolor_t(I)
    x2 = o_g(I, R4)
    x3 = colorfilter(x2, x1)
    x4 = sfilter_f(x3, square_f)
    x5 = difference(x3, x4)
    x6 = sfilter_f(x5, portrait_f)
    x7 = difference(x5, x6)
    x8 = merge_f(x4)
    x9 = merge_f(x6)
    x10 = merge_f(x7)
    x11 = fill(I, GREEN, x8)
    x12 = fill(x11, RED, x9)
    x13 = fill(x12, BLUE, x10)
    x14 = argmax_f(x3, size_f)
    x15 = corners(x14)
    x16 = toindices_o(x14)
    x17 = intersection(x15, x16)
    x18 = fill(x13, YELLOW, x17)
    x19 = totuple(x3)
    x20 = apply_t(size_f, x19)
    x21 = leastcommon_t(x20)
    x22 = sizefilter(x3, x21)
    x23 = apply_f(center, x22)
    x24 = fill(x18, CYAN, x23)
    x25 = asindices(I)
    x26 = f_ofcolor(I, x1)
    x27 = difference(x25, x26)
    x28 = rbind(adjacent, x14)
    x29 = remove_f(x14, x3)
    x30 = merge_f(x29)
    x31 = toindices_o(x30)
    x32 = lbind(intersection, x31)
    x33 = chain(size_f, x32, dneighbors)
    x34 = compose(positive, x33)
    x35 = compose(x28, initset)
    x36 = fork(both, x34, x35)
    x37 = sfilter_f(x27, x36)
    O = fill(x24, GRAY, x37)
    return O


# Two armies: who stands left of the middle is blue and marches to the left border, all others are red and march to the right.
# The two that stood nearest to each other leave their shadows and a line from one to the other, if a straight one exists.
def solve_two_armies_march_apart(S, I, C):
    x1 = o_g(I, R7)
    x2 = width_t(I)
    x3 = halve(x2)
    x4 = lbind(greater, x3)
    x5 = compose(x4, rightmost_o)
    x6 = sfilter_f(x1, x5)
    x7 = difference(x1, x6)
    x8 = product(x6, x7)
    x9 = fork(manhattan, first_t, last_t)
    x10 = argmin_f(x8, x9)
    x11 = merge_t(x10)
    x12 = first_t(x10)
    x13 = other_t(x10, x12)
    x14 = centerofmass(x12)
    x15 = centerofmass(x13)
    x16 = connect(x14, x15)
    x17 = chain(tojvec, invert, leftmost_o)
    x18 = fork(shift, toindices_o, x17)
    x19 = decrement(x2)
    x20 = lbind(subtract, x19)
    x21 = chain(tojvec, x20, rightmost_o)
    x22 = fork(shift, toindices_o, x21)
    x23 = mapply_f(x18, x6)
    x24 = mapply_f(x22, x7)
    x25 = merge_f(x1)
    x26 = cover(I, x25)
    x27 = fill(x26, GRAY, x16)
    x28 = fill(x27, CYAN, x11)
    x29 = fill(x28, BLUE, x23)
    O = fill(x29, RED, x24)
    return O


# Bookshelf: objects of three cells or more stand side by side on a grey board, the lowest first, all on the same ground.
def solve_objects_on_a_shelf(S, I, C):
    x1 = o_g(I, R7)
    x2 = rbind(greater, TWO)
    x3 = compose(x2, size_f)
    x4 = sfilter_f(x1, x3)
    x5 = order(x4, height_o)
    x6 = size_t(x5)
    x7 = valmax_f(x4, height_o)
    x8 = valmax_f(x4, width_o)
    x9 = increment(x8)
    x10 = multiply(x6, x9)
    x11 = increment(x7)
    x12 = astuple(x11, x10)
    x13 = mostcolor_t(I)
    x14 = canvas(x13, x12)
    x15 = toivec(x7)
    x16 = hfrontier(x15)
    x17 = asindices(x14)
    x18 = intersection(x16, x17)
    x19 = fill(x14, GRAY, x18)
    x20 = lbind(subtract, x7)
    x21 = compose(x20, height_o)
    x22 = apply_t(x21, x5)
    x23 = interval(ZERO, x10, x9)
    x24 = pair(x22, x23)
    x25 = apply_t(normalize_o, x5)
    x26 = papply(shift, x25, x24)
    x27 = merge_t(x26)
    O = paint(x19, x27)
    return O


# Emblem: the largest object on a square cloth, turned from quarter to quarter, with ribbons between and a frame around;
# the colours of the whole grid decide what the ribbons look like.
def solve_emblem_of_largest_object(S, I, C):
    x1 = o_g(I, R3)
    x2 = argmax_f(x1, size_f)
    x3 = normalize_o(x2)
    x4 = shape_f(x3)
    x5 = first_t(x4)
    x6 = last_t(x4)
    x7 = greater(x5, x6)
    x8 = branch(x7, x5, x6)
    x9 = astuple(x8, x8)
    x10 = mostcolor_t(I)
    x11 = canvas(x10, x9)
    x12 = paint(x11, x3)
    x13 = rot90(x12)
    x14 = cmirror_t(x12)
    x15 = hmirror_t(x14)
    x16 = leastcolor_t(I)
    x17 = astuple(x8, ONE)
    x18 = canvas(x16, x17)
    x19 = hconcat(x12, x18)
    x20 = hconcat(x19, x13)
    x21 = hconcat(x15, x18)
    x22 = hconcat(x21, x14)
    x23 = width_t(x20)
    x24 = astuple(ONE, x23)
    x25 = canvas(x16, x24)
    x26 = vconcat(x20, x25)
    x27 = vconcat(x26, x22)
    x28 = add(x23, TWO)
    x29 = astuple(x28, x28)
    x30 = palette_t(I)
    x31 = maximum(x30)
    x32 = canvas(x31, x29)
    x33 = asobject(x27)
    x34 = shift(x33, UNITY)
    x35 = paint(x32, x34)
    x36 = asindices(x35)
    x37 = corners(x36)
    x38 = minimum(x30)
    O = fill(x35, x38, x37)
    return O


# Anthill: every object looks for the object nearest to it and digs a way there, first along the row, then along the column.
def solve_paths_to_nearest_object(S, I, C):
    x1 = o_g(I, R7)
    x2 = rbind(remove_f, x1)
    x3 = lbind(lbind, manhattan)
    x4 = fork(argmin_f, x2, x3)
    x5 = compose(center, x4)
    x6 = compose(first_t, center)
    x7 = compose(last_t, x5)
    x8 = fork(astuple, x6, x7)
    x9 = fork(connect, center, x8)
    x10 = fork(connect, x8, x5)
    x11 = fork(combine_f, x9, x10)
    x12 = fork(recolor_i, color, x11)
    x13 = mapply_f(x12, x1)
    O = underpaint(I, x13)
    return O


# Avalanche: objects fall side by side, row by row, ten rows at most; what lies on something stays.
def solve_objects_fall_step_by_step(S, I, C):
    x1 = rbind(o_g, R5)
    x2 = fork(f_ofcolor, identity, mostcolor_t)
    x3 = rbind(shift, DOWN)
    x4 = compose(x3, toindices_o)
    x5 = fork(difference, x4, toindices_o)
    x6 = matcher(size_f, ZERO)
    x7 = lbind(rbind, difference)
    x8 = rbind(compose, x5)
    x9 = lbind(compose, x6)
    x10 = chain(x9, x8, x7)
    x11 = compose(x10, x2)
    x12 = fork(mfilter_f, x1, x11)
    x13 = fork(cover, identity, x12)
    x14 = compose(x3, x12)
    x15 = fork(paint, x13, x14)
    x16 = power(x15, TEN)
    O = x16(I)
    return O


# Constellations: cells of the same colour are joined by straight lines, colours of at most twenty cells only.
def solve_join_cells_of_equal_colour(S, I, C):
    x1 = fgpartition(I)
    x2 = double(TEN)
    x3 = lbind(greater, x2)
    x4 = compose(x3, size_f)
    x5 = sfilter_f(x1, x4)
    x6 = fork(product, toindices_o, toindices_o)
    x7 = fork(connect, first_t, last_t)
    x8 = lbind(mapply_f, x7)
    x9 = compose(x8, x6)
    x10 = fork(recolor_i, color, x9)
    x11 = mapply_f(x10, x5)
    O = underpaint(I, x11)
    return O


# Denoise: every cell takes the colour that is most common among the cells around it.
def solve_majority_of_neighbours(S, I, C):
    x1 = asindices(I)
    x2 = rbind(toobject, I)
    x3 = chain(mostcolor_f, x2, neighbors)
    x4 = fork(recolor_i, x3, initset)
    x5 = mapply_f(x4, x1)
    O = paint(I, x5)
    return O


# Tides: background cells are striped by how far they are from the nearest coloured cell.
def solve_stripes_by_distance(S, I, C):
    x1 = mostcolor_t(I)
    x2 = f_ofcolor(I, x1)
    x3 = asindices(I)
    x4 = difference(x3, x2)
    x5 = rbind(manhattan, x4)
    x6 = chain(even, x5, initset)
    x7 = sfilter_f(x2, x6)
    x8 = difference(x2, x7)
    x9 = fill(I, BURGUNDY, x7)
    O = fill(x9, CYAN, x8)
    return O


# Territories: every empty cell belongs to the object nearest to it and takes its colour.
def solve_territories_of_objects(S, I, C):
    x1 = o_g(I, R7)
    x2 = mostcolor_t(I)
    x3 = f_ofcolor(I, x2)
    x4 = lbind(lbind, manhattan)
    x5 = compose(x4, initset)
    x6 = lbind(argmin_f, x1)
    x7 = chain(color, x6, x5)
    x8 = fork(recolor_i, x7, initset)
    x9 = mapply_f(x8, x3)
    O = paint(I, x9)
    return O


# Clearing: the largest empty squares, up to nine cells a side, are sown with green.
def solve_fill_largest_empty_squares(S, I, C):
    x1 = mostcolor_t(I)
    x2 = lbind(canvas, x1)
    x3 = fork(astuple, identity, identity)
    x4 = chain(asobject, x2, x3)
    x5 = lbind(occurrences, I)
    x6 = compose(x5, x4)
    x7 = interval(ONE, TEN, ONE)
    x8 = chain(positive, size_f, x6)
    x9 = sfilter_t(x7, x8)
    x10 = maximum(x9)
    x11 = x4(x10)
    x12 = x6(x10)
    x13 = lbind(shift, x11)
    x14 = mapply_f(x13, x12)
    O = fill(I, GREEN, x14)
    return O


# Habit: of all blocks of two by two cells with more than one colour, mark every place of the one that occurs most often.
def solve_most_frequent_block(S, I, C):
    x1 = asindices(I)
    x2 = lbind(crop, I)
    x3 = rbind(x2, TWO_BY_TWO)
    x4 = compose(asobject, x3)
    x5 = apply_f(x4, x1)
    x6 = sizefilter(x5, FOUR)
    x7 = rbind(greater, ONE)
    x8 = compose(x7, numcolors_f)
    x9 = sfilter_f(x6, x8)
    x10 = lbind(occurrences, I)
    x11 = compose(size_f, x10)
    x12 = argmax_f(x9, x11)
    x13 = occurrences(I, x12)
    x14 = lbind(shift, x12)
    x15 = compose(outbox, x14)
    x16 = mapply_f(x15, x13)
    O = underfill(I, MAGENTA, x16)
    return O


# Shadows: the shape of the smallest object is laid over every coloured cell; empty cells that are hit turn grey.
def solve_shadow_of_smallest_shape(S, I, C):
    x1 = o_g(I, R7)
    x2 = rbind(greater, TWO)
    x3 = compose(x2, size_f)
    x4 = sfilter_f(x1, x3)
    x5 = argmin_f(x4, size_f)
    x6 = toindices_o(x5)
    x7 = center(x6)
    x8 = invert(x7)
    x9 = shift(x6, x8)
    x10 = lbind(shift, x9)
    x11 = merge_f(x1)
    x12 = toindices_o(x11)
    x13 = mapply_f(x10, x12)
    O = underfill(I, GRAY, x13)
    return O


# Plots: two cells of the rarest colour that are opposite corners, with the other two corners in that colour too, span a plot.
def solve_plots_between_four_posts(S, I, C):
    x1 = leastcolor_t(I)
    x2 = f_ofcolor(I, x1)
    x3 = product(x2, x2)
    x4 = compose(initset, last_t)
    x5 = fork(insert, first_t, x4)
    x6 = apply_f(x5, x3)
    x7 = rbind(difference, x2)
    x8 = chain(size_f, x7, corners)
    x9 = matcher(x8, ZERO)
    x10 = sfilter_f(x6, x9)
    x11 = compose(size_f, corners)
    x12 = matcher(x11, FOUR)
    x13 = sfilter_f(x10, x12)
    x14 = mapply_f(box, x13)
    O = underfill(I, GREEN, x14)
    return O


# Postcard: the window of a third of each side with most colours, the one nearest to the upper left corner, twice as large.
def solve_most_colourful_window(S, I, C):
    x1 = asindices(I)
    x2 = shape_t(I)
    x3 = divide(x2, THREE)
    x4 = lbind(crop, I)
    x5 = rbind(x4, x3)
    x6 = compose(shape_t, x5)
    x7 = matcher(x6, x3)
    x8 = sfilter_f(x1, x7)
    x9 = fork(add, first_t, last_t)
    x10 = order(x8, x9)
    x11 = apply_t(x5, x10)
    x12 = argmax_t(x11, numcolors_t)
    O = upscale_t(x12, TWO)
    return O


# Mirror hunt: of all mirror axes near the middle take the one with most agreement and fill what is empty from the other side.
def solve_best_mirror_axis(S, I, C):
    x1 = fgpartition(I)
    x2 = merge_f(x1)
    x3 = vmirror_o(x2)
    x4 = interval(-8, NINE, ONE)
    x5 = apply_t(tojvec, x4)
    x6 = lbind(shift, x3)
    x7 = lbind(intersection, x2)
    x8 = chain(size_f, x7, x6)
    x9 = argmax_t(x5, x8)
    x10 = shift(x3, x9)
    O = underpaint(I, x10)
    return O


# Rhythm: of all small shifts the one under which most of the picture repeats itself; the picture goes on in that direction.
def solve_best_shift_of_picture(S, I, C):
    x1 = fgpartition(I)
    x2 = merge_f(x1)
    x3 = interval(-5, SIX, ONE)
    x4 = product(x3, x3)
    x5 = remove_f(ORIGIN, x4)
    x6 = lbind(shift, x2)
    x7 = lbind(intersection, x2)
    x8 = chain(size_f, x7, x6)
    x9 = argmax_f(x5, x8)
    x10 = interval(ONE, SIX, ONE)
    x11 = rbind(multiply, x9)
    x12 = apply_t(x11, x10)
    x13 = apply_t(x6, x12)
    x14 = merge_t(x13)
    O = underpaint(I, x14)
    return O


# Sonar: rings of ways from the smallest object through empty cells, twelve steps at most, every second one blue.
def solve_sonar_rings_from_smallest(S, I, C):
    x1 = o_g(I, R5)
    x2 = argmin_f(x1, size_f)
    x3 = toindices_o(x2)
    x4 = mostcolor_t(I)
    x5 = f_ofcolor(I, x4)
    x6 = combine_f(x3, x5)
    x7 = lbind(mapply_f, dneighbors)
    x8 = fork(combine_f, identity, x7)
    x9 = lbind(intersection, x6)
    x10 = compose(x9, x8)
    x11 = lbind(power, x10)
    x12 = interval(ONE, 13, TWO)
    x13 = interval(TWO, 14, TWO)
    x14 = apply_t(x11, x12)
    x15 = apply_t(x11, x13)
    x16 = rapply_t(x14, x3)
    x17 = rapply_t(x15, x3)
    x18 = papply(difference, x17, x16)
    x19 = merge_t(x18)
    O = fill(I, BLUE, x19)
    return O


# Stars: cells of the rarest colour send rays in eight directions; an empty cell on more than two rays is a star.
def solve_stars_where_rays_meet(S, I, C):
    x1 = leastcolor_t(I)
    x2 = f_ofcolor(I, x1)
    x3 = neighbors(ORIGIN)
    x4 = prapply(shoot, x2, x3)
    x5 = merge_f(x4)
    x6 = mostcolor_t(I)
    x7 = f_ofcolor(I, x6)
    x8 = intersection(x5, x7)
    x9 = lbind(sfilter_f, x4)
    x10 = lbind(lbind, contained)
    x11 = chain(size_f, x9, x10)
    x12 = rbind(greater, TWO)
    x13 = compose(x12, x11)
    x14 = sfilter_f(x8, x13)
    O = fill(I, YELLOW, x14)
    return O


# Smear: every object leaves copies at every second row and column to its lower right; empty cells under them turn grey.
def solve_smear_objects_across(S, I, C):
    x1 = o_g(I, R7)
    x2 = shape_t(I)
    x3 = first_t(x2)
    x4 = last_t(x2)
    x5 = interval(ZERO, x3, TWO)
    x6 = interval(ZERO, x4, TWO)
    x7 = product(x5, x6)
    x8 = prapply(shift, x1, x7)
    x9 = merge_f(x8)
    x10 = asindices(I)
    x11 = rbind(contained, x10)
    x12 = compose(x11, toij)
    x13 = sfilter_f(x9, x12)
    O = underfill(I, GRAY, x13)
    return O
