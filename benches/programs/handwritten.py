# Programs of our own in dialect `arc`, in the style in which people write solvers by hand: for measuring speed on programs
# that nobody tuned the engine for. They are named after what they do and belong to no task; every one of them gives a grid
# on at least a third of the demo inputs of ARC-AGI-1 training. Most are cheap. Towards the end come those that map
# functions over many cells, over pairs of objects, or over thousands of positions. handwritten_batt.py has the same in `batt`.


# Outline: the largest object gets a ring in the rarest colour, and a second one in its own colour around that.
def solve_outline_largest_object(I):
    x1 = objects(I, T, T, T)
    x2 = argmax(x1, size)
    x3 = leastcolor(I)
    x4 = outbox(x2)
    x5 = outbox(x4)
    x6 = color(x2)
    x7 = underfill(I, x3, x4)
    O = underfill(x7, x6, x5)
    return O


# Ranking: objects are numbered from small to large, and the number is the colour; from the ninth on all are maroon.
def solve_colour_by_size_rank(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, size)
    x3 = size(x2)
    x4 = increment(x3)
    x5 = interval(ONE, x4, ONE)
    x6 = lbind(insert, NINE)
    x7 = chain(minimum, x6, initset)
    x8 = apply(x7, x5)
    x9 = mpapply(recolor, x8, x2)
    O = paint(I, x9)
    return O


# Ponds: enclosed background is water; ponds of even size are cyan, those of odd size yellow.
def solve_fill_enclosed_ponds(I):
    x1 = objects(I, T, F, F)
    x2 = mostcolor(I)
    x3 = colorfilter(x1, x2)
    x4 = rbind(bordering, I)
    x5 = compose(flip, x4)
    x6 = sfilter(x3, x5)
    x7 = compose(even, size)
    x8 = mfilter(x6, x7)
    x9 = merge(x6)
    x10 = fill(I, FOUR, x9)
    O = fill(x10, EIGHT, x8)
    return O


# Sand: every coloured cell falls to the bottom of its column.
def solve_sand_falls_in_columns(I):
    x1 = mostcolor(I)
    x2 = matcher(identity, x1)
    x3 = compose(flip, x2)
    x4 = rbind(order, x3)
    x5 = dmirror(I)
    x6 = apply(x4, x5)
    O = dmirror(x6)
    return O


# Anvil: the largest object drops to the floor and leaves a trail in the colour of the uppermost.
def solve_drop_largest_with_trail(I):
    x1 = objects(I, T, T, T)
    x2 = argmax(x1, size)
    x3 = argmin(x1, uppermost)
    x4 = height(I)
    x5 = lowermost(x2)
    x6 = decrement(x4)
    x7 = subtract(x6, x5)
    x8 = toivec(x7)
    x9 = shift(x2, x8)
    x10 = combine(x2, x9)
    x11 = backdrop(x10)
    x12 = color(x3)
    x13 = move(I, x2, x8)
    O = underfill(x13, x12, x11)
    return O


# Lasers: cells of the rarest colour grow to the right until something stops them.
def solve_grow_right_until_blocked(I):
    x1 = leastcolor(I)
    x2 = rbind(ofcolor, x1)
    x3 = rbind(shift, RIGHT)
    x4 = lbind(recolor, x1)
    x5 = chain(x4, x3, x2)
    x6 = fork(underpaint, identity, x5)
    x7 = width(I)
    x8 = power(x6, x7)
    O = x8(I)
    return O


# Kaleidoscope: everything coloured is one figure; it is completed by its mirror images in its own box.
def solve_mirror_figure_in_its_box(I):
    x1 = fgpartition(I)
    x2 = merge(x1)
    x3 = vmirror(x2)
    x4 = hmirror(x2)
    x5 = vmirror(x4)
    x6 = underpaint(I, x3)
    x7 = underpaint(x6, x4)
    O = underpaint(x7, x5)
    return O


# Gem: cut out the object with most colours, among those the one with most cells, and swap its two extremes.
def solve_crop_most_colourful_object(I):
    x1 = objects(I, F, T, T)
    x2 = valmax(x1, numcolors)
    x3 = matcher(numcolors, x2)
    x4 = sfilter(x1, x3)
    x5 = argmax(x4, size)
    x6 = subgrid(x5, I)
    x7 = mostcolor(x5)
    x8 = leastcolor(x5)
    O = switch(x6, x7, x8)
    return O


# Tiles: the grid and its mirror images make a floor without its rim, of which every second cell in each direction is shown.
def solve_mirror_tiles_then_halve(I):
    x1 = vmirror(I)
    x2 = hmirror(I)
    x3 = rot180(I)
    x4 = hconcat(I, x1)
    x5 = hconcat(x2, x3)
    x6 = vconcat(x4, x5)
    x7 = trim(x6)
    x8 = downscale(x7, TWO)
    x9 = vconcat(x8, x8)
    x10 = shape(x8)
    O = crop(x9, DOWN, x10)
    return O


# Bars: one bar for each colour, the shortest on top, as long as the colour has cells and at most ten.
def solve_bars_of_colour_counts(I):
    x1 = fgpartition(I)
    x2 = order(x1, size)
    x3 = size(x2)
    x4 = interval(ZERO, x3, ONE)
    x5 = apply(toivec, x4)
    x6 = lbind(insert, TEN)
    x7 = chain(minimum, x6, initset)
    x8 = chain(decrement, x7, size)
    x9 = apply(x8, x2)
    x10 = papply(astuple, x4, x9)
    x11 = papply(connect, x5, x10)
    x12 = apply(color, x2)
    x13 = mpapply(recolor, x12, x11)
    x14 = astuple(x3, TEN)
    x15 = canvas(ZERO, x14)
    O = paint(x15, x13)
    return O


# Census: cells that agree with the most common colour of their row or of their column stay, others turn black.
def solve_keep_row_and_column_majority(I):
    x1 = width(I)
    x2 = rbind(repeat, x1)
    x3 = compose(x2, mostcommon)
    x4 = apply(x3, I)
    x5 = dmirror(I)
    x6 = width(x5)
    x7 = rbind(repeat, x6)
    x8 = compose(x7, mostcommon)
    x9 = apply(x8, x5)
    x10 = dmirror(x9)
    x11 = cellwise(I, x4, ZERO)
    x12 = cellwise(I, x10, ZERO)
    x13 = asobject(x12)
    x14 = matcher(first, ZERO)
    x15 = compose(flip, x14)
    x16 = sfilter(x13, x15)
    O = paint(x11, x16)
    return O


# Stamp: the largest object is a stamp; it is printed wherever a single cell marks the centre.
def solve_stamp_largest_at_dots(I):
    x1 = objects(I, F, T, T)
    x2 = argmax(x1, size)
    x3 = sizefilter(x1, ONE)
    x4 = apply(center, x3)
    x5 = center(x2)
    x6 = invert(x5)
    x7 = shift(x2, x6)
    x8 = lbind(shift, x7)
    x9 = mapply(x8, x4)
    O = underpaint(I, x9)
    return O


# Twins: all places that look like the smallest object of several cells, mirrored or not, are framed.
def solve_frame_mirrored_twins(I):
    x1 = objects(I, T, F, T)
    x2 = sizefilter(x1, ONE)
    x3 = difference(x1, x2)
    x4 = argmin(x3, size)
    x5 = initset(identity)
    x6 = insert(vmirror, x5)
    x7 = insert(hmirror, x6)
    x8 = insert(dmirror, x7)
    x9 = rapply(x8, x4)
    x10 = apply(normalize, x9)
    x11 = lbind(occurrences, I)
    x12 = lbind(lbind, shift)
    x13 = fork(apply, x12, x11)
    x14 = mapply(x13, x10)
    x15 = mapply(outbox, x14)
    O = underfill(I, THREE, x15)
    return O


# Weaving: the smallest unit of the pattern, repeated over a cloth of twice the size with a black seam between units.
def solve_weave_smallest_unit(I):
    x1 = asobject(I)
    x2 = hperiod(x1)
    x3 = vperiod(x1)
    x4 = astuple(x3, x2)
    x5 = crop(I, ORIGIN, x4)
    x6 = asobject(x5)
    x7 = shape(I)
    x8 = double(x7)
    x9 = first(x8)
    x10 = last(x8)
    x11 = increment(x3)
    x12 = increment(x2)
    x13 = interval(ZERO, x9, x11)
    x14 = interval(ZERO, x10, x12)
    x15 = product(x13, x14)
    x16 = lbind(shift, x6)
    x17 = mapply(x16, x15)
    x18 = canvas(ZERO, x8)
    O = paint(x18, x17)
    return O


# Crossroads: roads run through the middle of every object, east to west and north to south; crossings are red.
def solve_crossroads_through_centres(I):
    x1 = objects(I, T, T, T)
    x2 = apply(center, x1)
    x3 = mapply(hfrontier, x2)
    x4 = mapply(vfrontier, x2)
    x5 = combine(x3, x4)
    x6 = intersection(x3, x4)
    x7 = underfill(I, FIVE, x5)
    x8 = difference(x6, x2)
    O = fill(x7, TWO, x8)
    return O


# Magnet: all objects move to the largest one until they touch it.
def solve_pull_objects_to_largest(I):
    x1 = objects(I, T, T, T)
    x2 = argmax(x1, size)
    x3 = remove(x2, x1)
    x4 = rbind(gravitate, x2)
    x5 = fork(shift, identity, x4)
    x6 = mapply(x5, x3)
    x7 = merge(x3)
    x8 = cover(I, x7)
    O = paint(x8, x6)
    return O


# Flowers: every single cell grows four petals in its own colour and four leaves in green.
def solve_dots_become_flowers(I):
    x1 = objects(I, T, T, T)
    x2 = sizefilter(x1, ONE)
    x3 = compose(dneighbors, center)
    x4 = fork(recolor, color, x3)
    x5 = mapply(x4, x2)
    x6 = compose(ineighbors, center)
    x7 = mapply(x6, x2)
    x8 = underpaint(I, x5)
    O = underfill(x8, THREE, x7)
    return O


# Fences: remove full rows and columns of one colour, enlarge what is left and put a frame around it.
def solve_remove_fences_and_enlarge(I):
    x1 = compress(I)
    x2 = upscale(x1, TWO)
    x3 = asindices(x2)
    x4 = box(x3)
    x5 = frontiers(I)
    x6 = size(x5)
    x7 = positive(x6)
    x8 = branch(x7, EIGHT, FIVE)
    O = fill(x2, x8, x4)
    return O


# Carbon copy: the left half and the mirrored right half; where they agree the cell stays, else it is grey.
def solve_halves_that_agree(I):
    x1 = hsplit(I, TWO)
    x2 = first(x1)
    x3 = last(x1)
    x4 = vmirror(x3)
    x5 = cellwise(x2, x4, FIVE)
    x6 = vmirror(x5)
    O = hconcat(x5, x6)
    return O


# Three floors: the storey with most colour in it, with the background of the whole house, twice as wide.
def solve_fullest_of_three_storeys(I):
    x1 = vsplit(I, THREE)
    x2 = mostcolor(I)
    x3 = rbind(colorcount, x2)
    x4 = valmin(x1, x3)
    x5 = matcher(x3, x4)
    x6 = extract(x1, x5)
    x7 = mostcolor(x6)
    x8 = replace(x6, x7, x2)
    O = hupscale(x8, TWO)
    return O


# Heat: background cells get the colour that stands for the number of coloured cells around them.
def solve_count_coloured_neighbours(I):
    x1 = mostcolor(I)
    x2 = ofcolor(I, x1)
    x3 = asindices(I)
    x4 = difference(x3, x2)
    x5 = lbind(intersection, x4)
    x6 = chain(size, x5, neighbors)
    x7 = compose(positive, x6)
    x8 = sfilter(x2, x7)
    x9 = fork(recolor, x6, initset)
    x10 = mapply(x9, x8)
    O = paint(I, x10)
    return O


# Traffic: objects with a common row are joined by a road between their centres, if the road is straight.
def solve_join_centres_in_a_row(I):
    x1 = objects(I, T, T, T)
    x2 = product(x1, x1)
    x3 = fork(hmatching, first, last)
    x4 = sfilter(x2, x3)
    x5 = compose(center, first)
    x6 = compose(center, last)
    x7 = fork(connect, x5, x6)
    x8 = compose(color, first)
    x9 = fork(recolor, x8, x7)
    x10 = mapply(x9, x4)
    O = underpaint(I, x10)
    return O


# Portrait gallery: the most symmetric object is cut out and hung beside itself turned upside down.
def solve_crop_symmetric_object(I):
    x1 = objects(I, F, T, T)
    x2 = fork(equality, identity, vmirror)
    x3 = fork(equality, identity, hmirror)
    x4 = fork(add, x2, x3)
    x5 = argmax(x1, x4)
    x6 = subgrid(x5, I)
    x7 = rot180(x6)
    O = hconcat(x6, x7)
    return O


# Signposts: tall objects draw a line up and down, all others a line to both sides, in their own colour.
def solve_lines_along_the_longer_side(I):
    x1 = objects(I, T, F, T)
    x2 = rbind(branch, hfrontier)
    x3 = rbind(x2, vfrontier)
    x4 = chain(initset, x3, portrait)
    x5 = fork(rapply, x4, center)
    x6 = compose(merge, x5)
    x7 = fork(recolor, color, x6)
    x8 = mapply(x7, x1)
    O = underpaint(I, x8)
    return O


# Parade: the colours of the objects from left to right, as stripes.
def solve_stripes_from_left_to_right(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, leftmost)
    x3 = apply(color, x2)
    x4 = dedupe(x3)
    x5 = size(x4)
    x6 = repeat(x4, x5)
    x7 = hupscale(x6, TWO)
    O = vupscale(x7, THREE)
    return O


# Kites: from the corners of every object strings run outwards along the diagonals.
def solve_strings_from_corners(I):
    x1 = objects(I, F, T, T)
    x2 = rbind(shoot, NEG_UNITY)
    x3 = compose(x2, ulcorner)
    x4 = rbind(shoot, UP_RIGHT)
    x5 = compose(x4, urcorner)
    x6 = rbind(shoot, DOWN_LEFT)
    x7 = compose(x6, llcorner)
    x8 = rbind(shoot, UNITY)
    x9 = compose(x8, lrcorner)
    x10 = fork(combine, x3, x9)
    x11 = fork(combine, x5, x7)
    x12 = fork(combine, x10, x11)
    x13 = fork(recolor, mostcolor, x12)
    x14 = mapply(x13, x1)
    O = underpaint(I, x14)
    return O


# Coast: of what touches the border the gaps are cyan; of the rest only the boxes remain, in grey.
def solve_inland_objects_to_boxes(I):
    x1 = objects(I, T, T, T)
    x2 = rbind(bordering, I)
    x3 = sfilter(x1, x2)
    x4 = difference(x1, x3)
    x5 = merge(x4)
    x6 = cover(I, x5)
    x7 = mapply(box, x4)
    x8 = mapply(delta, x3)
    x9 = underfill(x6, FIVE, x7)
    O = underfill(x9, EIGHT, x8)
    return O


# Best quarter: of the four quarters the one with most colours, enlarged to the size of the whole.
def solve_enlarge_richest_quarter(I):
    x1 = tophalf(I)
    x2 = bottomhalf(I)
    x3 = lefthalf(x1)
    x4 = righthalf(x1)
    x5 = lefthalf(x2)
    x6 = righthalf(x2)
    x7 = astuple(x3, x4)
    x8 = astuple(x5, x6)
    x9 = combine(x7, x8)
    x10 = argmax(x9, numcolors)
    O = upscale(x10, TWO)
    return O


# Couples: two objects of the same height and width that share a row or a column get a common frame.
def solve_frame_couples_of_equal_shape(I):
    x1 = objects(I, T, T, T)
    x2 = product(x1, x1)
    x3 = fork(equality, first, last)
    x4 = compose(flip, x3)
    x5 = compose(shape, first)
    x6 = compose(shape, last)
    x7 = fork(equality, x5, x6)
    x8 = fork(both, x4, x7)
    x9 = sfilter(x2, x8)
    x10 = fork(hmatching, first, last)
    x11 = fork(vmatching, first, last)
    x12 = fork(either, x10, x11)
    x13 = sfilter(x9, x12)
    x14 = fork(combine, first, last)
    x15 = compose(outbox, x14)
    x16 = mapply(x15, x13)
    x17 = leastcolor(I)
    O = underfill(I, x17, x16)
    return O


# Polish: grow everything coloured by one cell, then wear it down by one; what is new is yellow.
def solve_close_small_gaps(I):
    x1 = fgpartition(I)
    x2 = merge(x1)
    x3 = toindices(x2)
    x4 = mapply(neighbors, x3)
    x5 = combine(x3, x4)
    x6 = rbind(difference, x5)
    x7 = chain(size, x6, neighbors)
    x8 = matcher(x7, ZERO)
    x9 = sfilter(x5, x8)
    x10 = difference(x9, x3)
    O = fill(I, FOUR, x10)
    return O


# Life: three rounds of the game of life, births only by the usual rule, survivors with two or three neighbours.
def solve_three_rounds_of_life(I):
    x1 = mostcolor(I)
    x2 = ofcolor(I, x1)
    x3 = asindices(I)
    x4 = difference(x3, x2)
    x5 = matcher(size, THREE)
    x6 = matcher(size, TWO)
    x7 = lbind(lbind, intersection)
    x8 = rbind(compose, neighbors)
    x9 = lbind(compose, x5)
    x10 = chain(x9, x8, x7)
    x11 = lbind(mapply, neighbors)
    x12 = fork(sfilter, x11, x10)
    x13 = lbind(compose, x6)
    x14 = chain(x13, x8, x7)
    x15 = fork(sfilter, identity, x14)
    x16 = fork(combine, x12, x15)
    x17 = power(x16, THREE)
    x18 = x17(x4)
    x19 = shape(I)
    x20 = canvas(x1, x19)
    x21 = leastcolor(I)
    O = fill(x20, x21, x18)
    return O


# Flood: water comes in at the upper left corner and runs over cells of the colour it finds there.
def solve_flood_from_the_corner(I):
    x1 = index(I, ORIGIN)
    x2 = ofcolor(I, x1)
    x3 = lbind(mapply, dneighbors)
    x4 = fork(combine, identity, x3)
    x5 = lbind(intersection, x2)
    x6 = compose(x5, x4)
    x7 = shape(I)
    x8 = fork(add, first, last)
    x9 = x8(x7)
    x10 = power(x6, x9)
    x11 = initset(ORIGIN)
    x12 = x10(x11)
    O = fill(I, EIGHT, x12)
    return O


# Dye: each object of several colours takes the colour that it has most of, its box the one it has least of.
def solve_dye_objects_by_majority(I):
    x1 = objects(I, F, T, T)
    x2 = fork(recolor, mostcolor, identity)
    x3 = fork(recolor, leastcolor, box)
    x4 = mapply(x2, x1)
    x5 = mapply(x3, x1)
    x6 = paint(I, x4)
    O = underpaint(x6, x5)
    return O


# Neighbours: what lies beside the largest object is blue, what lies further off but in sight of it is red.
def solve_colour_by_relation_to_largest(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = remove(x2, x1)
    x4 = rbind(adjacent, x2)
    x5 = sfilter(x3, x4)
    x6 = difference(x3, x5)
    x7 = rbind(hmatching, x2)
    x8 = rbind(vmatching, x2)
    x9 = fork(either, x7, x8)
    x10 = mfilter(x6, x9)
    x11 = merge(x5)
    x12 = fill(I, ONE, x11)
    O = fill(x12, TWO, x10)
    return O


# Library: rows are sorted by how much stands in them, columns likewise.
def solve_sort_rows_and_columns(I):
    x1 = mostcolor(I)
    x2 = lbind(remove, x1)
    x3 = compose(size, x2)
    x4 = order(I, x3)
    x5 = rot90(x4)
    x6 = order(x5, x3)
    O = rot270(x6)
    return O


# Arrow: all objects take one step towards the middle of the grid, those already there stay.
def solve_step_towards_the_middle(I):
    x1 = objects(I, T, T, T)
    x2 = asindices(I)
    x3 = center(x2)
    x4 = lbind(subtract, x3)
    x5 = chain(sign, x4, center)
    x6 = fork(shift, identity, x5)
    x7 = mapply(x6, x1)
    x8 = merge(x1)
    x9 = cover(I, x8)
    O = paint(x9, x7)
    return O


# Domino: bars lie down. Vertical lines turn about their upper end to the right, horizontal lines rise.
def solve_turn_lines_about_their_end(I):
    x1 = objects(I, T, F, T)
    x2 = sizefilter(x1, ONE)
    x3 = difference(x1, x2)
    x4 = sfilter(x3, vline)
    x5 = sfilter(x3, hline)
    x6 = combine(x4, x5)
    x7 = mapply(dmirror, x6)
    x8 = merge(x6)
    x9 = cover(I, x8)
    x10 = paint(x9, x7)
    x11 = apply(ulcorner, x6)
    O = fill(x10, EIGHT, x11)
    return O


# Pointer: the smallest object points away from the largest, and its ray goes to the border.
def solve_ray_away_from_largest(I):
    x1 = objects(I, T, T, T)
    x2 = argmax(x1, size)
    x3 = argmin(x1, size)
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
    x14 = palette(I)
    x15 = contained(THREE, x14)
    x16 = branch(x15, x11, THREE)
    O = fill(x12, x16, x13)
    return O


# Inner life: every object of three by three cells or more gets an inner frame in the colour after its own, blue after maroon.
def solve_inner_frames_in_next_colour(I):
    x1 = objects(I, T, F, T)
    x2 = rbind(greater, TWO)
    x3 = compose(x2, height)
    x4 = compose(x2, width)
    x5 = fork(both, x3, x4)
    x6 = sfilter(x1, x5)
    x7 = matcher(color, NINE)
    x8 = sfilter(x6, x7)
    x9 = difference(x6, x8)
    x10 = compose(increment, color)
    x11 = fork(recolor, x10, inbox)
    x12 = mapply(x11, x9)
    x13 = mapply(inbox, x8)
    x14 = paint(I, x12)
    O = fill(x14, ONE, x13)
    return O


# Passport: a line for each colour, rarest first: the colour, how many pieces it comes in, whether it is the same from left
# to right and from top to bottom, and whether it touches the border.
def solve_passport_of_each_colour(I):
    x1 = partition(I)
    x2 = order(x1, size)
    x3 = apply(color, x2)
    x4 = objects(I, T, F, F)
    x5 = lbind(colorfilter, x4)
    x6 = lbind(insert, NINE)
    x7 = chain(minimum, x6, initset)
    x8 = chain(x7, size, x5)
    x9 = apply(x8, x3)
    x10 = fork(equality, identity, vmirror)
    x11 = fork(equality, identity, hmirror)
    x12 = rbind(branch, FIVE)
    x13 = rbind(x12, THREE)
    x14 = compose(x13, x10)
    x15 = apply(x14, x2)
    x16 = compose(x13, x11)
    x17 = apply(x16, x2)
    x18 = rbind(bordering, I)
    x19 = rbind(branch, TWO)
    x20 = rbind(x19, ONE)
    x21 = compose(x20, x18)
    x22 = apply(x21, x2)
    x23 = astuple(x3, x9)
    x24 = astuple(x15, x17)
    x25 = combine(x23, x24)
    x26 = repeat(x22, ONE)
    x27 = combine(x25, x26)
    O = dmirror(x27)
    return O


# Floor plan: rooms are stretches of background; square rooms are green, tall ones red, wide ones blue. The largest room has
# yellow corners, and rooms of a size that is rare get a cyan lamp in the middle. Walls between two rooms turn grey.
def solve_floor_plan_of_rooms(I):
    x1 = mostcolor(I)
    x2 = objects(I, T, F, F)
    x3 = colorfilter(x2, x1)
    x4 = sfilter(x3, square)
    x5 = difference(x3, x4)
    x6 = sfilter(x5, portrait)
    x7 = difference(x5, x6)
    x8 = merge(x4)
    x9 = merge(x6)
    x10 = merge(x7)
    x11 = fill(I, THREE, x8)
    x12 = fill(x11, TWO, x9)
    x13 = fill(x12, ONE, x10)
    x14 = argmax(x3, size)
    x15 = corners(x14)
    x16 = toindices(x14)
    x17 = intersection(x15, x16)
    x18 = fill(x13, FOUR, x17)
    x19 = totuple(x3)
    x20 = apply(size, x19)
    x21 = leastcommon(x20)
    x22 = sizefilter(x3, x21)
    x23 = apply(center, x22)
    x24 = fill(x18, EIGHT, x23)
    x25 = asindices(I)
    x26 = ofcolor(I, x1)
    x27 = difference(x25, x26)
    x28 = rbind(adjacent, x14)
    x29 = remove(x14, x3)
    x30 = merge(x29)
    x31 = toindices(x30)
    x32 = lbind(intersection, x31)
    x33 = chain(size, x32, dneighbors)
    x34 = compose(positive, x33)
    x35 = compose(x28, initset)
    x36 = fork(both, x34, x35)
    x37 = sfilter(x27, x36)
    O = fill(x24, FIVE, x37)
    return O


# Two armies: who stands left of the middle is blue and marches to the left border, all others are red and march to the right.
# The two that stood nearest to each other leave their shadows and a line from one to the other, if a straight one exists.
def solve_two_armies_march_apart(I):
    x1 = objects(I, T, T, T)
    x2 = width(I)
    x3 = halve(x2)
    x4 = lbind(greater, x3)
    x5 = compose(x4, rightmost)
    x6 = sfilter(x1, x5)
    x7 = difference(x1, x6)
    x8 = product(x6, x7)
    x9 = fork(manhattan, first, last)
    x10 = argmin(x8, x9)
    x11 = merge(x10)
    x12 = first(x10)
    x13 = other(x10, x12)
    x14 = centerofmass(x12)
    x15 = centerofmass(x13)
    x16 = connect(x14, x15)
    x17 = chain(tojvec, invert, leftmost)
    x18 = fork(shift, toindices, x17)
    x19 = decrement(x2)
    x20 = lbind(subtract, x19)
    x21 = chain(tojvec, x20, rightmost)
    x22 = fork(shift, toindices, x21)
    x23 = mapply(x18, x6)
    x24 = mapply(x22, x7)
    x25 = merge(x1)
    x26 = cover(I, x25)
    x27 = fill(x26, FIVE, x16)
    x28 = fill(x27, EIGHT, x11)
    x29 = fill(x28, ONE, x23)
    O = fill(x29, TWO, x24)
    return O


# Bookshelf: objects of three cells or more stand side by side on a grey board, the lowest first, all on the same ground.
def solve_objects_on_a_shelf(I):
    x1 = objects(I, T, T, T)
    x2 = rbind(greater, TWO)
    x3 = compose(x2, size)
    x4 = sfilter(x1, x3)
    x5 = order(x4, height)
    x6 = size(x5)
    x7 = valmax(x4, height)
    x8 = valmax(x4, width)
    x9 = increment(x8)
    x10 = multiply(x6, x9)
    x11 = increment(x7)
    x12 = astuple(x11, x10)
    x13 = mostcolor(I)
    x14 = canvas(x13, x12)
    x15 = toivec(x7)
    x16 = hfrontier(x15)
    x17 = asindices(x14)
    x18 = intersection(x16, x17)
    x19 = fill(x14, FIVE, x18)
    x20 = lbind(subtract, x7)
    x21 = compose(x20, height)
    x22 = apply(x21, x5)
    x23 = interval(ZERO, x10, x9)
    x24 = pair(x22, x23)
    x25 = apply(normalize, x5)
    x26 = papply(shift, x25, x24)
    x27 = merge(x26)
    O = paint(x19, x27)
    return O


# Emblem: the largest object on a square cloth, turned from quarter to quarter, with ribbons between and a frame around;
# the colours of the whole grid decide what the ribbons look like.
def solve_emblem_of_largest_object(I):
    x1 = objects(I, F, T, T)
    x2 = argmax(x1, size)
    x3 = normalize(x2)
    x4 = shape(x3)
    x5 = first(x4)
    x6 = last(x4)
    x7 = greater(x5, x6)
    x8 = branch(x7, x5, x6)
    x9 = astuple(x8, x8)
    x10 = mostcolor(I)
    x11 = canvas(x10, x9)
    x12 = paint(x11, x3)
    x13 = rot90(x12)
    x14 = cmirror(x12)
    x15 = hmirror(x14)
    x16 = leastcolor(I)
    x17 = astuple(x8, ONE)
    x18 = canvas(x16, x17)
    x19 = hconcat(x12, x18)
    x20 = hconcat(x19, x13)
    x21 = hconcat(x15, x18)
    x22 = hconcat(x21, x14)
    x23 = width(x20)
    x24 = astuple(ONE, x23)
    x25 = canvas(x16, x24)
    x26 = vconcat(x20, x25)
    x27 = vconcat(x26, x22)
    x28 = add(x23, TWO)
    x29 = astuple(x28, x28)
    x30 = palette(I)
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
def solve_paths_to_nearest_object(I):
    x1 = objects(I, T, T, T)
    x2 = rbind(remove, x1)
    x3 = lbind(lbind, manhattan)
    x4 = fork(argmin, x2, x3)
    x5 = compose(center, x4)
    x6 = compose(first, center)
    x7 = compose(last, x5)
    x8 = fork(astuple, x6, x7)
    x9 = fork(connect, center, x8)
    x10 = fork(connect, x8, x5)
    x11 = fork(combine, x9, x10)
    x12 = fork(recolor, color, x11)
    x13 = mapply(x12, x1)
    O = underpaint(I, x13)
    return O


# Avalanche: objects fall side by side, row by row, ten rows at most; what lies on something stays.
def solve_objects_fall_step_by_step(I):
    x1 = rbind(objects, T)
    x2 = rbind(x1, F)
    x3 = rbind(x2, T)
    x4 = fork(ofcolor, identity, mostcolor)
    x5 = rbind(shift, DOWN)
    x6 = compose(x5, toindices)
    x7 = fork(difference, x6, toindices)
    x8 = matcher(size, ZERO)
    x9 = lbind(rbind, difference)
    x10 = rbind(compose, x7)
    x11 = lbind(compose, x8)
    x12 = chain(x11, x10, x9)
    x13 = compose(x12, x4)
    x14 = fork(mfilter, x3, x13)
    x15 = fork(cover, identity, x14)
    x16 = compose(x5, x14)
    x17 = fork(paint, x15, x16)
    x18 = power(x17, TEN)
    O = x18(I)
    return O


# Constellations: cells of the same colour are joined by straight lines, colours of at most twenty cells only.
def solve_join_cells_of_equal_colour(I):
    x1 = fgpartition(I)
    x2 = double(TEN)
    x3 = lbind(greater, x2)
    x4 = compose(x3, size)
    x5 = sfilter(x1, x4)
    x6 = fork(product, toindices, toindices)
    x7 = fork(connect, first, last)
    x8 = lbind(mapply, x7)
    x9 = compose(x8, x6)
    x10 = fork(recolor, color, x9)
    x11 = mapply(x10, x5)
    O = underpaint(I, x11)
    return O


# Denoise: every cell takes the colour that is most common among the cells around it.
def solve_majority_of_neighbours(I):
    x1 = asindices(I)
    x2 = rbind(toobject, I)
    x3 = chain(mostcolor, x2, neighbors)
    x4 = fork(recolor, x3, initset)
    x5 = mapply(x4, x1)
    O = paint(I, x5)
    return O


# Tides: background cells are striped by how far they are from the nearest coloured cell.
def solve_stripes_by_distance(I):
    x1 = mostcolor(I)
    x2 = ofcolor(I, x1)
    x3 = asindices(I)
    x4 = difference(x3, x2)
    x5 = rbind(manhattan, x4)
    x6 = chain(even, x5, initset)
    x7 = sfilter(x2, x6)
    x8 = difference(x2, x7)
    x9 = fill(I, NINE, x7)
    O = fill(x9, EIGHT, x8)
    return O


# Territories: every empty cell belongs to the object nearest to it and takes its colour.
def solve_territories_of_objects(I):
    x1 = objects(I, T, T, T)
    x2 = mostcolor(I)
    x3 = ofcolor(I, x2)
    x4 = lbind(lbind, manhattan)
    x5 = compose(x4, initset)
    x6 = lbind(argmin, x1)
    x7 = chain(color, x6, x5)
    x8 = fork(recolor, x7, initset)
    x9 = mapply(x8, x3)
    O = paint(I, x9)
    return O


# Clearing: the largest empty squares, up to nine cells a side, are sown with green.
def solve_fill_largest_empty_squares(I):
    x1 = mostcolor(I)
    x2 = lbind(canvas, x1)
    x3 = fork(astuple, identity, identity)
    x4 = chain(asobject, x2, x3)
    x5 = lbind(occurrences, I)
    x6 = compose(x5, x4)
    x7 = interval(ONE, TEN, ONE)
    x8 = chain(positive, size, x6)
    x9 = sfilter(x7, x8)
    x10 = maximum(x9)
    x11 = x4(x10)
    x12 = x6(x10)
    x13 = lbind(shift, x11)
    x14 = mapply(x13, x12)
    O = fill(I, THREE, x14)
    return O


# Habit: of all blocks of two by two cells with more than one colour, mark every place of the one that occurs most often.
def solve_most_frequent_block(I):
    x1 = asindices(I)
    x2 = lbind(crop, I)
    x3 = rbind(x2, TWO_BY_TWO)
    x4 = compose(asobject, x3)
    x5 = apply(x4, x1)
    x6 = sizefilter(x5, FOUR)
    x7 = rbind(greater, ONE)
    x8 = compose(x7, numcolors)
    x9 = sfilter(x6, x8)
    x10 = lbind(occurrences, I)
    x11 = compose(size, x10)
    x12 = argmax(x9, x11)
    x13 = occurrences(I, x12)
    x14 = lbind(shift, x12)
    x15 = compose(outbox, x14)
    x16 = mapply(x15, x13)
    O = underfill(I, SIX, x16)
    return O


# Shadows: the shape of the smallest object is laid over every coloured cell; empty cells that are hit turn grey.
def solve_shadow_of_smallest_shape(I):
    x1 = objects(I, T, T, T)
    x2 = rbind(greater, TWO)
    x3 = compose(x2, size)
    x4 = sfilter(x1, x3)
    x5 = argmin(x4, size)
    x6 = toindices(x5)
    x7 = center(x6)
    x8 = invert(x7)
    x9 = shift(x6, x8)
    x10 = lbind(shift, x9)
    x11 = merge(x1)
    x12 = toindices(x11)
    x13 = mapply(x10, x12)
    O = underfill(I, FIVE, x13)
    return O


# Plots: two cells of the rarest colour that are opposite corners, with the other two corners in that colour too, span a plot.
def solve_plots_between_four_posts(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    x3 = product(x2, x2)
    x4 = compose(initset, last)
    x5 = fork(insert, first, x4)
    x6 = apply(x5, x3)
    x7 = rbind(difference, x2)
    x8 = chain(size, x7, corners)
    x9 = matcher(x8, ZERO)
    x10 = sfilter(x6, x9)
    x11 = compose(size, corners)
    x12 = matcher(x11, FOUR)
    x13 = sfilter(x10, x12)
    x14 = mapply(box, x13)
    O = underfill(I, THREE, x14)
    return O


# Postcard: the window of a third of each side with most colours, the one nearest to the upper left corner, twice as large.
def solve_most_colourful_window(I):
    x1 = asindices(I)
    x2 = shape(I)
    x3 = divide(x2, THREE)
    x4 = lbind(crop, I)
    x5 = rbind(x4, x3)
    x6 = compose(shape, x5)
    x7 = matcher(x6, x3)
    x8 = sfilter(x1, x7)
    x9 = fork(add, first, last)
    x10 = order(x8, x9)
    x11 = apply(x5, x10)
    x12 = argmax(x11, numcolors)
    O = upscale(x12, TWO)
    return O


# Mirror hunt: of all mirror axes near the middle take the one with most agreement and fill what is empty from the other side.
def solve_best_mirror_axis(I):
    x1 = fgpartition(I)
    x2 = merge(x1)
    x3 = vmirror(x2)
    x4 = interval(-8, NINE, ONE)
    x5 = apply(tojvec, x4)
    x6 = lbind(shift, x3)
    x7 = lbind(intersection, x2)
    x8 = chain(size, x7, x6)
    x9 = argmax(x5, x8)
    x10 = shift(x3, x9)
    O = underpaint(I, x10)
    return O


# Rhythm: of all small shifts the one under which most of the picture repeats itself; the picture goes on in that direction.
def solve_best_shift_of_picture(I):
    x1 = fgpartition(I)
    x2 = merge(x1)
    x3 = interval(-5, SIX, ONE)
    x4 = product(x3, x3)
    x5 = remove(ORIGIN, x4)
    x6 = lbind(shift, x2)
    x7 = lbind(intersection, x2)
    x8 = chain(size, x7, x6)
    x9 = argmax(x5, x8)
    x10 = interval(ONE, SIX, ONE)
    x11 = rbind(multiply, x9)
    x12 = apply(x11, x10)
    x13 = apply(x6, x12)
    x14 = merge(x13)
    O = underpaint(I, x14)
    return O


# Sonar: rings of ways from the smallest object through empty cells, twelve steps at most, every second one blue.
def solve_sonar_rings_from_smallest(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, size)
    x3 = toindices(x2)
    x4 = mostcolor(I)
    x5 = ofcolor(I, x4)
    x6 = combine(x3, x5)
    x7 = lbind(mapply, dneighbors)
    x8 = fork(combine, identity, x7)
    x9 = lbind(intersection, x6)
    x10 = compose(x9, x8)
    x11 = lbind(power, x10)
    x12 = interval(ONE, 13, TWO)
    x13 = interval(TWO, 14, TWO)
    x14 = apply(x11, x12)
    x15 = apply(x11, x13)
    x16 = rapply(x14, x3)
    x17 = rapply(x15, x3)
    x18 = papply(difference, x17, x16)
    x19 = merge(x18)
    O = fill(I, ONE, x19)
    return O


# Stars: cells of the rarest colour send rays in eight directions; an empty cell on more than two rays is a star.
def solve_stars_where_rays_meet(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    x3 = neighbors(ORIGIN)
    x4 = prapply(shoot, x2, x3)
    x5 = merge(x4)
    x6 = mostcolor(I)
    x7 = ofcolor(I, x6)
    x8 = intersection(x5, x7)
    x9 = lbind(sfilter, x4)
    x10 = lbind(lbind, contained)
    x11 = chain(size, x9, x10)
    x12 = rbind(greater, TWO)
    x13 = compose(x12, x11)
    x14 = sfilter(x8, x13)
    O = fill(I, FOUR, x14)
    return O


# Smear: every object leaves copies at every second row and column to its lower right; empty cells under them turn grey.
def solve_smear_objects_across(I):
    x1 = objects(I, T, T, T)
    x2 = shape(I)
    x3 = first(x2)
    x4 = last(x2)
    x5 = interval(ZERO, x3, TWO)
    x6 = interval(ZERO, x4, TWO)
    x7 = product(x5, x6)
    x8 = prapply(shift, x1, x7)
    x9 = merge(x8)
    x10 = asindices(I)
    x11 = rbind(contained, x10)
    x12 = compose(x11, last)
    x13 = sfilter(x9, x12)
    O = underfill(I, FIVE, x13)
    return O
